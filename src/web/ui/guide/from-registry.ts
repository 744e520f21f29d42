import type { MetricKey } from '#shared/metrics/metric.ts';
import type { GuideFacts, GuideMaker, KeyHint, Section } from './guide.ts';

/** Guide content of a page: its controls, metrics and keys. */
export interface PageRegistry {
  metrics: readonly MetricKey[];
  controls: readonly { id: string; label: string; does: string }[];
  keys: readonly KeyHint[];
  howItWorks: (facts: GuideFacts) => readonly Section[];
  /** Additional sections on scoring, shown before the definitions. */
  scoring?: (facts: GuideFacts) => readonly Section[];
}

/** Creates a guide from a page's registry. */
export const guideFromRegistry =
  ({ metrics, controls, keys, howItWorks, scoring }: PageRegistry): GuideMaker =>
  (facts) => ({
    features: controls.map(({ id, label, does }) => ({ title: label, text: does, control: id })),
    howItWorks: howItWorks(facts),
    healthScoring: [
      ...(scoring?.(facts) ?? []),
      { title: 'Figures on this page', blocks: [{ metrics }] },
    ],
    keys,
  });
