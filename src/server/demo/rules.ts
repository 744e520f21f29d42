import { isSearchOrFilterParameter } from '#shared/list/address.ts';
import type { DemoDecision } from './queries.ts';
import type { UserWorkCounts } from './removal-queries.ts';

const signs: readonly [RegExp, string][] = [
  [/orthodont|\bbraces\b|\bortho\b(?!p)/i, 'Orthodontics'],
  [/(pediatric|children'?s|kids).*(dent|smile)|pedodont/i, 'Pediatric Dentistry'],
  [/oral (and|&)? ?(maxillofacial|surg)|maxillofacial/i, 'Oral Surgery'],
  [/periodont|\bperio\b/i, 'Periodontics'],
  [/dermat|\bskin\b/i, 'Dermatology'],
  [/optomet|ophthal|\beyes?\b|eyecare|vision|optical/i, 'Optometry'],
  [/physical therap|physiother|\brehab/i, 'Physical Therapy'],
  [/dent(al|ist)|\bd\.?d\.?s\b|\bd\.?m\.?d\b|endodont|prosthodont|smiles?\b/i, 'General Dentistry'],
  [/hospital|medical c(en)?te?r|\bmedical center\b|infirmary/i, 'Hospital'],
  [
    /family (med|pract|health|care)|primary care|internal med|pediatric|medicine|physician|medical|\bm\.?d\b|\bdoctors?\b/i,
    'Family Medicine',
  ],
  [/clinic|health c(en)?te?r|urgent care|community health|health/i, 'Clinic'],
];

/**
 * Returns the practice type that a name indicates; `null` when it indicates none. Files often
 * truncate names, so the beginnings of words are matched.
 */
export const practiceTypeFromName = (name: string): string | null =>
  signs.find(([sign]) => sign.test(name))?.[1] ?? null;

interface DemoFacts {
  /** Earlier decision; `undefined` at the first start. */
  decision: DemoDecision | undefined;
  /** `hasImports`: data was ever imported. `hasOwn`: there are practices besides the demo's. */
  hasImports: boolean;
  hasOwn: boolean;
  /** Current value of SEED. */
  asked: 'demo' | 'none';
  now: Date;
}

interface DemoPlan {
  hasDemo: boolean;
  /**
   * Decision to save when there will be no demo; otherwise `null`. The decision for a demo is saved
   * once the demo is complete.
   */
  decision: DemoDecision | null;
  /** Message for the start of the server; `null` for no message. */
  line: string | null;
}

/**
 * Decides whether the database gets the demo. The decision at the first start is final. A demo is
 * seeded only into a database that never had other data.
 */
export function decideDemo({ decision, hasImports, hasOwn, asked, now }: DemoFacts): DemoPlan {
  if (decision?.decided === 'demo') {
    if (hasOwn)
      return {
        hasDemo: true,
        decision: null,
        line: `The demo is not continued because this database also has your own practices. To remove the demo and keep your practices: npm run demo -- --remove`,
      };
    const line =
      asked === 'none'
        ? `SEED=none changes nothing, because this database has the demo already. To remove the demo: npm run demo -- --remove`
        : null;
    return { hasDemo: true, decision: null, line };
  }
  if (decision?.decided === 'none') {
    const since = decision.decidedAt.toISOString().slice(0, 10);
    const changed = `SEED=demo (the default) changes nothing, because this database has been without the demo since ${since}: set another DATA_DIR or DATABASE_URL for the demo.`;
    return {
      hasDemo: false,
      decision: null,
      line: asked === 'demo' && decision.asked === 'none' ? changed : null,
    };
  }
  if (asked === 'demo' && !hasImports && !hasOwn)
    return { hasDemo: true, decision: null, line: null };
  const line =
    asked === 'demo' ? 'This database gets no demo, because it was used for imports.' : null;
  return { hasDemo: false, decision: { decided: 'none', asked, decidedAt: now }, line };
}

const workWords: Record<keyof UserWorkCounts | 'views', [one: string, many: string]> = {
  notes: ['note', 'notes'],
  tasks: ['task', 'tasks'],
  assignments: ['assignment or snooze', 'assignments and snoozes'],
  outcomes: ['judged alert', 'judged alerts'],
  events: ['history entry', 'history entries'],
  prospects: ['prospect kept from its directory', 'prospects kept from its directory'],
  views: ['saved view of a customer', 'saved views of customers'],
};

/** Returns a list of users' work, such as '3 notes, 1 task'; an empty string without work. */
export const userWorkCountText = (work: UserWorkCounts & { views: number }): string =>
  (Object.keys(workWords) as (keyof typeof workWords)[])
    .filter((kind) => work[kind] > 0)
    .map((kind) => `${work[kind]} ${workWords[kind][work[kind] === 1 ? 0 : 1]}`)
    .join(', ');

/**
 * Returns `true` when the search parameters of a list contain a filter value that includes one of
 * `names`.
 */
export function hasSearchFilterWithName(search: string, names: readonly string[]): boolean {
  const sought = [...new URLSearchParams(search)]
    .filter(([name]) => isSearchOrFilterParameter(name))
    .map(([, value]) => value.toLowerCase());
  return sought.some((value) => names.some((name) => value.includes(name.toLowerCase())));
}
