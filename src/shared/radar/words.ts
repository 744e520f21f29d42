import { shareText } from '#shared/core/words.ts';
/** Kinds of incidents, by what the silent feeds have in common. */
export const incidentKinds = [
  'system',
  'state',
  'system_state',
  'area',
  'system_area',
  'all',
] as const;
export type IncidentKind = (typeof incidentKinds)[number];

export const incidentKindLabels: Record<IncidentKind, string> = {
  system: 'EHR',
  state: 'State',
  system_state: 'EHR in a state',
  area: 'Area',
  system_area: 'EHR in an area',
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

/**
 * Returns the display name of an incident, such as 'Dentrix in TX', 'Dentrix near Plano, TX' or
 * 'All feeds'.
 */
export function incidentName({ kind, ehr, state, place }: Named): string {
  if (kind === 'all') return incidentKindLabels.all;
  const where =
    state ?? (kind === 'area' || kind === 'system_area' ? (place ?? 'an unnamed place') : null);
  const joined = kind === 'area' || kind === 'system_area' ? 'near' : 'in';
  if (ehr === null) return joined === 'near' ? `Near ${where}` : (where ?? '');
  return where === null ? ehr : `${ehr} ${joined} ${where}`;
}

/**
 * Formats the p-value of a cluster. The smallest p-value that the replications can show is
 * formatted as 'at most 0.1%'.
 */
export const pValueText = (chance: number, replications: number): string =>
  `${chance <= 1 / (replications + 1) ? 'at most ' : ''}${shareText(chance, 1)}`;
