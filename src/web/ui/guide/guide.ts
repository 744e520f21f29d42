import type { Schedule } from '#shared/core/jobs/schedules.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import type { GuideFigureKey } from '#shared/metrics/guide-figures.ts';
import type { MetricKey } from '#shared/metrics/names.ts';

/** What a guide's texts are told with, so that a changed setting or schedule changes them. */
export interface GuideFacts {
  rules: HealthRules;
  schedules: readonly Schedule[];
  /** Short name of the business time zone, such as 'PST'. */
  zone: string;
}

/** One thing that a page can do; `control` is the `data-guide` of what does it. */
export interface Feature {
  title: string;
  text: string;
  control?: string;
}

/** A figure of today, beside the one that the reference gives for it. */
export interface FigureLine {
  what: string;
  figure: GuideFigureKey;
  unit: string;
  digits?: number;
  reference?: string;
}

/** A paragraph, a list, figures of today, or definitions. */
export type Block = string | { list: readonly string[] } | { figures: readonly FigureLine[] } | { metrics: readonly MetricKey[] };

export interface Section {
  title: string;
  blocks: readonly Block[];
}

export interface KeyHint {
  keys: readonly string[];
  does: string;
}

interface PageGuide {
  features: readonly Feature[];
  howItWorks: readonly Section[];
  healthScoring: readonly Section[];
  keys: readonly KeyHint[];
}

/** The guide of a page, as the page's row names it. */
export interface GuideEntry {
  /** Under which a browser keeps that it was opened. */
  key: string;
  /** What its title says before the word Guide. */
  name: string;
  load: () => Promise<GuideMaker>;
}

export type GuideMaker = (facts: GuideFacts) => PageGuide;
