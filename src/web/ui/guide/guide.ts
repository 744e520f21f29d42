import type { Schedule } from '#shared/core/jobs/schedules.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import type { GuideFigureKey } from '#shared/metrics/guide-figures.ts';
import type { MetricKey } from '#shared/metrics/metric.ts';

/** Current settings and schedules, from which guide texts take their numbers and times. */
export interface GuideSettings {
  rules: HealthRules;
  schedules: readonly Schedule[];
  /** Short name of the business time zone, such as 'PST'. */
  zone: string;
}

/** Feature of a page. `control` is the `data-guide` attribute of its control. */
export interface GuideFeature {
  title: string;
  text: string;
  control?: string;
}

/** Current value of a figure in a guide, shown beside the example of the product specification. */
export interface GuideFigureRow {
  what: string;
  figure: GuideFigureKey;
  unit: string;
  digits?: number;
  reference?: string;
}

/** Paragraph, list, current figures or metric definitions. */
export type GuideBlock =
  | string
  | { list: readonly string[] }
  | { figures: readonly GuideFigureRow[] }
  | { metrics: readonly MetricKey[] };

export interface GuideSection {
  title: string;
  blocks: readonly GuideBlock[];
}

export interface KeyboardShortcut {
  keys: readonly string[];
  does: string;
}

interface PageGuide {
  features: readonly GuideFeature[];
  howItWorks: readonly GuideSection[];
  healthScoring: readonly GuideSection[];
  keys: readonly KeyboardShortcut[];
}

/** Guide of a page in the page table. */
export interface PageGuideEntry {
  /** Storage key under which the browser records that the guide was opened. */
  key: string;
  /** Title of the dialog without the word Guide. */
  name: string;
  load: () => Promise<GuideFactory>;
}

export type GuideFactory = (facts: GuideSettings) => PageGuide;
