import type { MetricKey } from '#shared/metrics/metric.ts';
import type { GuideFactory, GuideFacts, GuideSection, KeyboardShortcut } from './guide.ts';

/** Content of a page's guide. */
export interface PageRegistry {
  metrics: readonly MetricKey[];
  controls: readonly { id: string; label: string; does: string }[];
  keys: readonly KeyboardShortcut[];
  howItWorks: (facts: GuideFacts) => readonly GuideSection[];
  /** Returns additional sections on scoring, which are shown before the definitions. */
  scoring?: (facts: GuideFacts) => readonly GuideSection[];
}

/** Creates a guide from a page's registry. */
export const guideFromRegistry =
  ({ metrics, controls, keys, howItWorks, scoring }: PageRegistry): GuideFactory =>
  (facts) => ({
    features: controls.map(({ id, label, does }) => ({ title: label, text: does, control: id })),
    howItWorks: howItWorks(facts),
    healthScoring: [
      ...(scoring?.(facts) ?? []),
      { title: 'Figures on this page', blocks: [{ metrics }] },
    ],
    keys,
  });
