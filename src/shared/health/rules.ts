import { monthsBetween } from '#shared/core/dates.ts';
import { roundPartsToTotal } from '#shared/core/numbers/round-parts-to-total.ts';
import { type ProductKey, productKeys, products } from '#shared/core/products.ts';
import { scoreText } from '#shared/core/score-text.ts';
import {
  comparisonTolerance,
  type HealthRules,
  healthTierOf,
  productWeight,
} from '#shared/core/scoring-rules.ts';
import { capitalize, countText } from '#shared/core/words.ts';
import { highestDisplayedScore, openDaysIn28 } from '#shared/scoring/constants.ts';
import type { ScoreChangeParts } from '#shared/scoring/facts.ts';
import {
  combinedTargetMarker,
  type FeatureTarget,
  goalMetMarker,
  type Improvement,
} from './health.ts';

/**
 * Figures of one product of an institution in a week: 28-day usage, benchmark and score. `expected`
 * and `score` are `null` when the product could not be measured.
 */
export interface MeasuredProduct {
  product: ProductKey;
  entitled: boolean;
  usage: number;
  benchmark: number | null;
  expected: number | null;
  score: number | null;
}

/** Rounds a product score for display to a whole percent of at most 999. */
export const displayedScore = (score: number): number =>
  Math.min(Math.round(score), highestDisplayedScore);

/**
 * Returns the adoption score in percent and the measurable share of the entitled weight, 0–1. The
 * score is `null` when no product could be measured.
 */
export function computeAdoptionScore(
  measured: readonly MeasuredProduct[],
  rules: Pick<HealthRules, 'weights'>,
): { score: number | null; coverage: number } {
  let entitledWeight = 0;
  let weight = 0;
  let sum = 0;
  for (const { product, entitled, score } of measured) {
    if (!entitled) continue;
    entitledWeight += productWeight(product, rules);
    if (score === null) continue;
    weight += productWeight(product, rules);
    sum += productWeight(product, rules) * Math.min(score, 100);
  }
  return {
    score: weight === 0 ? null : sum / weight,
    coverage: entitledWeight === 0 ? 0 : weight / entitledWeight,
  };
}

/** Returns the percent change; `null` when a value is missing or the previous value is 0. */
export const percentChange = (previous: number | null, current: number | null): number | null =>
  previous === null || current === null || previous === 0
    ? null
    : (100 * (current - previous)) / previous;

/**
 * Formats the time since go-live: '2 years, 3 months'. A day before go-live counts as zero months.
 */
export function tenureText(goLive: string, day: string): string {
  const months = Math.max(0, monthsBetween(goLive, day));
  if (months === 0) return 'less than a month';
  const words = (count: number, unit: string) =>
    count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`];
  return [...words(Math.floor(months / 12), 'year'), ...words(months % 12, 'month')].join(', ');
}

/**
 * Lists single steps that raise the adoption score. Each step is the extra usage, rounded up, that
 * raises one product to its next tier. Includes top-level products that are entitled, measurable
 * and below Healthy. The easiest step comes first: it needs the fewest points of product score for
 * each point of adoption score. Ties are sorted by the rise of the product score, then by the extra
 * usage.
 */
export function findImprovements(
  measured: readonly MeasuredProduct[],
  rules: HealthRules,
): Improvement[] {
  const now = computeAdoptionScore(measured, rules);
  if (now.score === null) return [];
  const before = now.score;
  const steps = measured.flatMap((one) => {
    const { product, entitled, usage, expected, score } = one;
    if (!entitled || expected === null || score === null || productWeight(product, rules) === 0)
      return [];
    if (healthTierOf(score, rules) === 'Healthy') return [];
    const goal = healthTierOf(score, rules) === 'Critical' ? rules.mediumFrom : rules.healthyFrom;
    const extra = Math.ceil((expected * goal) / 100 - usage - comparisonTolerance);
    const scoreAfter = (100 * (usage + extra)) / expected;
    const after = computeAdoptionScore(
      measured.map((other) => (other === one ? { ...other, score: scoreAfter } : other)),
      rules,
    );
    const adoptionScoreAfter = after.score ?? before;
    const step: Improvement = {
      product,
      extraPer28Days: extra,
      extraPerOpenDay: extra / openDaysIn28,
      productScoreAfter: displayedScore(scoreAfter),
      adoptionScoreAfter,
      healthTierAfter:
        after.coverage < rules.minimumCoverage - comparisonTolerance
          ? 'Unknown'
          : healthTierOf(adoptionScoreAfter, rules),
    };
    return [
      {
        step,
        points: scoreAfter - score,
        cost: (scoreAfter - score) / (adoptionScoreAfter - before),
      },
    ];
  });
  const compare = (a: number, b: number) => (Math.abs(a - b) < comparisonTolerance ? 0 : a - b);
  return steps
    .sort(
      (a, b) =>
        compare(a.cost, b.cost) ||
        compare(a.points, b.points) ||
        a.step.extraPer28Days - b.step.extraPer28Days,
    )
    .map(({ step }) => step);
}

/**
 * Returns the 28-day usage that is a product's next target; `null` for a product without a target.
 * It is the rounded benchmark times the multiplier, and for a per-location product also times the
 * measured locations. A sub-product shares its parent's target.
 */
export function computeFeatureTarget(
  measured: MeasuredProduct,
  locations: number,
  multiplier: number,
): FeatureTarget | null {
  const { isPerLocation, parent } = products[measured.product];
  if (!measured.entitled) return null;
  if (parent !== undefined)
    return { target: combinedTargetMarker, benchmark: measured.benchmark, isPerLocation };
  const goal = Math.round(measured.benchmark ?? 0) * (isPerLocation ? locations : 1) * multiplier;
  if (goal === 0) return null;
  return {
    target: measured.usage >= goal - comparisonTolerance ? goalMetMarker : goal,
    benchmark: measured.benchmark,
    isPerLocation,
  };
}

/**
 * Returns the product whose usage contributed most to the change of the adoption score in
 * `direction`.
 */
export function findMainDrivingProduct(
  before: readonly MeasuredProduct[],
  now: readonly MeasuredProduct[],
  direction: number,
  rules: Pick<HealthRules, 'weights'>,
): { product: ProductKey; percent: number | null } | null {
  let best: { product: ProductKey; percent: number | null } | null = null;
  let most = comparisonTolerance;
  for (const { product, entitled, usage, expected, score } of now) {
    if (!entitled || expected === null || score === null) continue;
    const old = before.find((other) => other.product === product)?.usage ?? 0;
    const gained =
      productWeight(product, rules) *
      (Math.min(score, 100) - Math.min((100 * old) / expected, 100)) *
      Math.sign(direction);
    if (gained > most) {
      most = gained;
      best = { product, percent: percentChange(old, usage) };
    }
  }
  return best;
}

/**
 * Default texts for the causes of a score change. A more specific text replaces the default where
 * details are known.
 */
export const scoreChangeCauseTexts: Record<keyof ScoreChangeParts, string> = {
  usage: 'own usage',
  peers: 'peers',
  entitlements: 'products added or removed',
  locations: 'locations added, closed or newly measured',
};

/** Locations and entitled products of an institution in a week. */
export interface InstitutionComposition {
  locations: number;
  /** Number of locations that reported. */
  measured: number;
  entitled: readonly ProductKey[];
}

/**
 * Describes how an institution's products and locations changed between two weeks. A text is `null`
 * when nothing changed.
 */
export function describeProductsAndLocationsChange(
  before: InstitutionComposition,
  now: InstitutionComposition,
): Pick<Record<keyof ScoreChangeParts, string | null>, 'entitlements' | 'locations'> {
  const names = (keys: readonly ProductKey[], word: string) =>
    keys.length === 0 ? [] : [`${keys.map((key) => products[key].name).join(', ')} ${word}`];
  const added = now.entitled.filter((key) => !before.entitled.includes(key));
  const removed = before.entitled.filter((key) => !now.entitled.includes(key));
  const entitlements = [...names(added, 'added'), ...names(removed, 'removed')].join(', ');
  return {
    entitlements: entitlements === '' ? null : entitlements,
    locations: locationsChange(before, now),
  };
}

function locationsChange(
  before: InstitutionComposition,
  now: InstitutionComposition,
): string | null {
  const reported = (from: number, to: number, more: string, fewer: string) =>
    `${countText(Math.abs(to - from), 'location')} ${to > from ? more : fewer} (${from}→${to})`;
  if (now.locations !== before.locations)
    return reported(before.locations, now.locations, 'added', 'closed');
  if (now.measured !== before.measured)
    return reported(before.measured, now.measured, 'newly measured', 'gone silent');
  return null;
}

/** Minimum change in points that is reported. */
export const smallestReportedPoints = 0.05;
const causeOrder = ['usage', 'peers', 'entitlements', 'locations'] as const;
const signed = (value: number, digits: number): string =>
  `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`;

/**
 * Explains a score change, such as "61%, down 7.4 points: own usage −6.1 (mostly Forms, −41%), 1
 * location added (3→4) −1.3." Leaves out causes that would round to 0.0 points. The points of the
 * other causes are rounded so that they add up to the rounded change. Returns `null` when the
 * change is unknown.
 */
export function scoreChangeText(record: {
  adoptionScore: number | null;
  scoreChange: number | null;
  scoreChangeParts: ScoreChangeParts | null;
  mainMover: { product: ProductKey; percent: number | null } | null;
  productsAndLocationsChange: ReturnType<typeof describeProductsAndLocationsChange> | null;
}): string | null {
  const {
    adoptionScore,
    scoreChange,
    scoreChangeParts: parts,
    mainMover: mover,
    productsAndLocationsChange: composition,
  } = record;
  if (adoptionScore === null || scoreChange === null || parts === null) return null;
  const mainMoverText =
    mover &&
    `(mostly ${products[mover.product].name}${mover.percent === null ? '' : `, ${signed(mover.percent, 0)}% in a week`})`;
  const words = {
    ...scoreChangeCauseTexts,
    ...(composition?.entitlements && { entitlements: composition.entitlements }),
    ...(composition?.locations && { locations: composition.locations }),
  };
  const causes = causeOrder
    .filter((cause) => Math.abs(parts[cause]) >= smallestReportedPoints)
    .sort((a, b) => Math.abs(parts[b]) - Math.abs(parts[a]));
  const points = roundPartsToTotal(
    causes.map((cause) => parts[cause]),
    Number(scoreChange.toFixed(1)),
    1,
  );
  const reported = causes.flatMap((cause, index) =>
    points[index]
      ? [
          [words[cause], signed(points[index], 1), cause === 'usage' ? mainMoverText : null]
            .filter(Boolean)
            .join(' '),
        ]
      : [],
  );
  const change =
    Math.abs(scoreChange) < smallestReportedPoints
      ? 'unchanged'
      : `${scoreChange < 0 ? 'down' : 'up'} ${Math.abs(scoreChange).toFixed(1)} points`;
  return `${scoreText(adoptionScore)}, ${change}${reported.length === 0 ? '' : `: ${reported.join(', ')}`}.`;
}

/**
 * Returns the causes in a sentence of `scoreChangeText`, for pages that show the score and its change
 * beside it: 'Own usage −6.1, peers −1.3.'. Returns `null` when the sentence has no causes.
 */
export function changeCausesText(sentence: string): string | null {
  const at = sentence.indexOf(': ');
  return at < 0 ? null : capitalize(sentence.slice(at + 2));
}

/** Sorts rows in the order of `productKeys`. */
export const sortByProduct = <Row extends { product: ProductKey }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => productKeys.indexOf(a.product) - productKeys.indexOf(b.product));
