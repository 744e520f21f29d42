import { monthsBetween } from '#shared/core/dates.ts';
import { roundedParts } from '#shared/core/numbers/rounded-parts.ts';
import { type ProductKey, productKeys, products } from '#shared/core/products.ts';
import { comparisonTolerance, type HealthRules, tierOf, weightOf } from '#shared/core/scoring-rules.ts';
import { counted } from '#shared/core/words.ts';
import { highestShownScore, openDaysIn28 } from '#shared/metrics/constants.ts';
import type { ScoreChangeParts } from '#shared/scoring/facts.ts';
import { combinedMarker, type FeatureTarget, goalMetMarker, type Improvement } from './health.ts';

/** What an official week knows of one product of an institution; usage is 28-day usage, expected and score null when unmeasurable. */
export interface MeasuredProduct {
  product: ProductKey;
  entitled: boolean;
  usage: number;
  benchmark: number | null;
  expected: number | null;
  score: number | null;
}

/** A product score as it is shown: whole percent, at most 999. */
export const shownScore = (score: number): number => Math.min(Math.round(score), highestShownScore);

/** Adoption score in percent (null when nothing can be measured) and the measurable part of the entitled weight, 0 to 1. */
export function adoptionOf(
  measured: readonly MeasuredProduct[],
  rules: Pick<HealthRules, 'weights'>,
): { score: number | null; coverage: number } {
  let entitledWeight = 0;
  let weight = 0;
  let sum = 0;
  for (const { product, entitled, score } of measured) {
    if (!entitled) continue;
    entitledWeight += weightOf(product, rules);
    if (score === null) continue;
    weight += weightOf(product, rules);
    sum += weightOf(product, rules) * Math.min(score, 100);
  }
  return { score: weight === 0 ? null : sum / weight, coverage: entitledWeight === 0 ? 0 : weight / entitledWeight };
}

/** Percent change; null when there was nothing to change from. */
export const percentChange = (previous: number | null, current: number | null): number | null =>
  previous === null || current === null || previous === 0 ? null : (100 * (current - previous)) / previous;

/** A time since go-live in words, such as '2 years, 3 months'. Days before go-live count as none. */
export function tenureBetween(goLive: string, day: string): string {
  const months = Math.max(0, monthsBetween(goLive, day));
  if (months === 0) return 'less than a month';
  const words = (count: number, unit: string) => (count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`]);
  return [...words(Math.floor(months / 12), 'year'), ...words(months % 12, 'month')].join(', ');
}

/**
 * Steps that lift the adoption score: for every entitled, measurable top-level product below Healthy, the extra use that
 * takes it to its next tier. Cheapest first: fewest points of benchmark per point of adoption score gained, then the
 * smaller step in points, then the fewer uses. Uses are whole; an open day is one of 20 in 28 days.
 */
export function improvements(measured: readonly MeasuredProduct[], rules: HealthRules): Improvement[] {
  const now = adoptionOf(measured, rules);
  if (now.score === null) return [];
  const before = now.score;
  const steps = measured.flatMap((one) => {
    const { product, entitled, usage, expected, score } = one;
    if (!entitled || expected === null || score === null || weightOf(product, rules) === 0) return [];
    if (tierOf(score, rules) === 'Healthy') return [];
    const goal = tierOf(score, rules) === 'Critical' ? rules.mediumFrom : rules.healthyFrom;
    const extra = Math.ceil((expected * goal) / 100 - usage - comparisonTolerance);
    const scoreAfter = (100 * (usage + extra)) / expected;
    const after = adoptionOf(
      measured.map((other) => (other === one ? { ...other, score: scoreAfter } : other)),
      rules,
    );
    const adoptionScoreAfter = after.score ?? before;
    const step: Improvement = {
      product,
      extraPer28Days: extra,
      extraPerOpenDay: extra / openDaysIn28,
      productScoreAfter: shownScore(scoreAfter),
      adoptionScoreAfter,
      healthTierAfter: after.coverage < rules.minimumCoverage - comparisonTolerance ? 'Unknown' : tierOf(adoptionScoreAfter, rules),
    };
    return [{ step, points: scoreAfter - score, cost: (scoreAfter - score) / (adoptionScoreAfter - before) }];
  });
  const apart = (a: number, b: number) => (Math.abs(a - b) < comparisonTolerance ? 0 : a - b);
  return steps
    .sort((a, b) => apart(a.cost, b.cost) || apart(a.points, b.points) || a.step.extraPer28Days - b.step.extraPer28Days)
    .map(({ step }) => step);
}

/**
 * What a product should reach next, in 28-day usage: the whole-number benchmark, times the measured locations for a
 * per-location product, times the multiplier. A sub-product's target is its parent's. null when there is none.
 */
export function featureTargetOf(measured: MeasuredProduct, locations: number, multiplier: number): FeatureTarget | null {
  const { isPerLocation, parent } = products[measured.product];
  if (!measured.entitled) return null;
  if (parent !== undefined) return { target: combinedMarker, benchmark: measured.benchmark, isPerLocation };
  const goal = Math.round(measured.benchmark ?? 0) * (isPerLocation ? locations : 1) * multiplier;
  if (goal === 0) return null;
  return { target: measured.usage >= goal - comparisonTolerance ? goalMetMarker : goal, benchmark: measured.benchmark, isPerLocation };
}

/** The product whose own usage did most, in the direction of the whole, to what the adoption score gained or lost. */
export function mainMover(
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
    const gained = weightOf(product, rules) * (Math.min(score, 100) - Math.min((100 * old) / expected, 100)) * Math.sign(direction);
    if (gained > most) {
      most = gained;
      best = { product, percent: percentChange(old, usage) };
    }
  }
  return best;
}

/** The causes of a change in score, in words; what became of the products and locations is said where it is known. */
export const causeWords: Record<keyof ScoreChangeParts, string> = {
  usage: 'own usage',
  peers: 'peers',
  entitlements: 'products added or removed',
  locations: 'locations added, closed or newly measured',
};

/** What a week knows of the make-up of an institution. */
export interface MakeUp {
  locations: number;
  /** Locations that reported. */
  measured: number;
  entitled: readonly ProductKey[];
}

/** What became of products and locations from one week to the next, in words; null where nothing did. */
export function makeUpChange(
  before: MakeUp,
  now: MakeUp,
): Pick<Record<keyof ScoreChangeParts, string | null>, 'entitlements' | 'locations'> {
  const names = (keys: readonly ProductKey[], word: string) =>
    keys.length === 0 ? [] : [`${keys.map((key) => products[key].name).join(', ')} ${word}`];
  const added = now.entitled.filter((key) => !before.entitled.includes(key));
  const removed = before.entitled.filter((key) => !now.entitled.includes(key));
  const entitlements = [...names(added, 'added'), ...names(removed, 'removed')].join(', ');
  return { entitlements: entitlements === '' ? null : entitlements, locations: locationsChange(before, now) };
}

function locationsChange(before: MakeUp, now: MakeUp): string | null {
  const told = (from: number, to: number, more: string, fewer: string) =>
    `${counted(Math.abs(to - from), 'location')} ${to > from ? more : fewer} (${from}→${to})`;
  if (now.locations !== before.locations) return told(before.locations, now.locations, 'added', 'closed');
  if (now.measured !== before.measured) return told(before.measured, now.measured, 'newly measured', 'gone silent');
  return null;
}

/** The least that is told of a cause, in points. */
export const leastTold = 0.05;
const causeOrder = ['usage', 'peers', 'entitlements', 'locations'] as const;
const signed = (value: number, digits: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`;

/**
 * One sentence on a score's change, such as '61%, down 7.4 points: own usage −6.1 (mostly Forms, −41%), 1 location added (3→4) −1.3.'
 * Causes that would read as 0.0 points are left out, and the others as told add up to the change as told; null when the change is not known.
 */
export function whyItMoved(record: {
  adoptionScore: number | null;
  scoreChange: number | null;
  scoreChangeParts: ScoreChangeParts | null;
  mainMover: { product: ProductKey; percent: number | null } | null;
  makeUpChange: ReturnType<typeof makeUpChange> | null;
}): string | null {
  const { adoptionScore, scoreChange, scoreChangeParts: parts, mainMover: mover, makeUpChange: changed } = record;
  if (adoptionScore === null || scoreChange === null || parts === null) return null;
  const mostly = mover && `(mostly ${products[mover.product].name}${mover.percent === null ? '' : `, ${signed(mover.percent, 0)}%`})`;
  const words = {
    ...causeWords,
    ...(changed?.entitlements && { entitlements: changed.entitlements }),
    ...(changed?.locations && { locations: changed.locations }),
  };
  const causes = causeOrder.filter((cause) => Math.abs(parts[cause]) >= leastTold).sort((a, b) => Math.abs(parts[b]) - Math.abs(parts[a]));
  const points = roundedParts(
    causes.map((cause) => parts[cause]),
    Number(scoreChange.toFixed(1)),
    1,
  );
  const told = causes.flatMap((cause, index) =>
    points[index] ? [[words[cause], signed(points[index], 1), cause === 'usage' ? mostly : null].filter(Boolean).join(' ')] : [],
  );
  const change =
    Math.abs(scoreChange) < leastTold ? 'unchanged' : `${scoreChange < 0 ? 'down' : 'up'} ${Math.abs(scoreChange).toFixed(1)} points`;
  return `${Math.round(adoptionScore)}%, ${change}${told.length === 0 ? '' : `: ${told.join(', ')}`}.`;
}

/** Every product in the order of `productKeys`, with what the week knows of it. */
export const inProductOrder = <Row extends { product: ProductKey }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => productKeys.indexOf(a.product) - productKeys.indexOf(b.product));
