import type { MetricKey } from '#shared/metrics/metric.ts';
import type { GuideFactory, GuideSection, GuideSettings, KeyboardShortcut } from './guide.ts';

/** Content of a page's guide. */
export interface GuideContent {
  metrics: readonly MetricKey[];
  controls: readonly { id: string; label: string; does: string }[];
  keys: readonly KeyboardShortcut[];
  howItWorks: (facts: GuideSettings) => readonly GuideSection[];
  /** Returns additional sections on scoring, which are shown before the definitions. */
  scoring?: (facts: GuideSettings) => readonly GuideSection[];
}

/** Creates a guide from a page's registry. */
export const createGuideFactory =
  ({ metrics, controls, keys, howItWorks, scoring }: GuideContent): GuideFactory =>
  (facts) => ({
    features: controls.map(({ id, label, does }) => ({ title: label, text: does, control: id })),
    howItWorks: howItWorks(facts),
    healthScoring: [
      ...(scoring?.(facts) ?? []),
      { title: 'Figures on this page', blocks: [{ metrics }] },
    ],
    keys,
  });
