import { shareText } from '#shared/core/words.ts';
/** What the silent feeds of an incident have in common. */
export const incidentKinds = ['system', 'state', 'system_state', 'area', 'system_area', 'all'] as const;
export type IncidentKind = (typeof incidentKinds)[number];

export const kindWords: Record<IncidentKind, string> = {
  system: 'Records system',
  state: 'State',
  system_state: 'Records system in a state',
  area: 'Area',
  system_area: 'Records system in an area',
  all: 'All feeds',
};

export const incidentStages = ['Growing', 'Open', 'Dismissed', 'Over'] as const;
export type IncidentStage = (typeof incidentStages)[number];

interface Named {
  kind: IncidentKind;
  ehr: string | null;
  state: string | null;
  place: string | null;
}

/** What an incident is called: 'Dentrix in TX', 'Dentrix around Plano, TX', 'All feeds'. */
export function incidentName({ kind, ehr, state, place }: Named): string {
  if (kind === 'all') return kindWords.all;
  const where = state ?? (kind === 'area' || kind === 'system_area' ? (place ?? 'a place without a name') : null);
  const joined = kind === 'area' || kind === 'system_area' ? 'around' : 'in';
  if (ehr === null) return joined === 'around' ? `Around ${where}` : (where ?? '');
  return where === null ? ehr : `${ehr} ${joined} ${where}`;
}

/** How likely chance alone makes a cluster like this one anywhere: 'at most 0.1%' where the draws can tell no less. */
export const pValueText = (chance: number, replications: number): string =>
  `${chance <= 1 / (replications + 1) ? 'at most ' : ''}${shareText(chance, 1)}`;
