import type { MetricKey } from '#shared/metrics/names.ts';
import type { GuideFacts, GuideMaker, KeyHint, Section } from './guide.ts';

/** What a page knows of itself: its controls, what its figures mean, its keys. */
export interface PageRegistry {
  metrics: readonly MetricKey[];
  controls: readonly { id: string; label: string; does: string }[];
  keys: readonly KeyHint[];
  howItWorks: (facts: GuideFacts) => readonly Section[];
  /** What else is to be said of scores there, before the definitions. */
  scoring?: (facts: GuideFacts) => readonly Section[];
}

/** A guide that is made from a page's own registry, so that it says what the page does and nothing else. */
export const guideFromRegistry =
  ({ metrics, controls, keys, howItWorks, scoring }: PageRegistry): GuideMaker =>
  (facts) => ({
    features: controls.map(({ id, label, does }) => ({ title: label, text: does, control: id })),
    howItWorks: howItWorks(facts),
    healthScoring: [...(scoring?.(facts) ?? []), { title: 'Figures on this page', blocks: [{ metrics }] }],
    keys,
  });
