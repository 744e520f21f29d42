import { addDays, type Day, weekEndOf } from '#shared/core/dates.ts';
import { median } from '#shared/core/numbers/median.ts';
import { type ProductKey, topLevelProducts } from '#shared/core/products.ts';
import { seasonFall } from '#shared/metrics/constants.ts';
import type { AverageCause, AverageComparison, ComparedCustomer, OfficialWeek } from './comparison.ts';
import { tierMovement } from './tier-movement.ts';

const ownCauses = ['usage', 'peers', 'entitlements', 'locations'] as const;

/** How a customer takes part in a comparison: in both averages, in one of them for a reason, or in none. */
export type Presence = 'both' | Exclude<AverageCause, (typeof ownCauses)[number]> | 'neither';
export const presences = [
  'both',
  'customersIn',
  'becameMeasurable',
  'customersOut',
  'becameUnmeasurable',
  'neither',
] as const satisfies Presence[];

/**
 * A customer that is new in the later week came in; one that was there before without a score became measurable. A
 * customer that is not in the later week went out; one that is there without a score became unmeasurable. A score may
 * exist while the tier is Unknown (too little of what is sold could be measured); it counts, as everywhere.
 */
export function presenceOf({ fromScore, toScore, fromTier, toTier }: Omit<ComparedCustomer, 'parts'>): Presence {
  if (fromScore !== null && toScore !== null) return 'both';
  if (toScore !== null) return fromTier === null ? 'customersIn' : 'becameMeasurable';
  if (fromScore !== null) return toTier === null ? 'customersOut' : 'becameUnmeasurable';
  return 'neither';
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number | null => (values.length === 0 ? null : sum(values) / values.length);

/**
 * Why the average adoption score of two official weeks differs, in points that sum to the difference.
 *
 * The split is made directly between the two weeks and not chained over the weeks between: each customer's own four
 * parts are the Shapley values over usage, peers, entitlements and locations of the two weeks alone, so that a week in
 * which it could not be measured breaks nothing. For neighbouring weeks they are the parts that were kept with the score.
 * Averaged over the customers of both weeks they make the change of these. What is left is who is averaged over:
 * a customer that is only in the later average moves it by (its score − the later average of the others) / n, one that
 * is only in the earlier by the negative of the same there. Without customers of both weeks, the mean of the two
 * averages stands for theirs.
 *
 * With `sameCustomers`, averages, causes and tiers are of the customers of both weeks alone.
 */
export function compareAverages(all: readonly ComparedCustomer[], sameCustomers: boolean): AverageComparison {
  const groups = Map.groupBy(all, presenceOf);
  const of = (presence: Presence) => groups.get(presence) ?? [];
  const stayed = of('both');
  const customers = sameCustomers ? stayed : all;
  const scores = (side: 'fromScore' | 'toScore') => customers.flatMap((each) => each[side] ?? []);
  const from = scores('fromScore');
  const to = scores('toScore');
  const averageScore = { from: mean(from), to: mean(to) };
  return {
    customers: {
      from: customers.filter((each) => each.fromTier !== null).length,
      to: customers.filter((each) => each.toTier !== null).length,
    },
    scored: { from: from.length, to: to.length },
    averageScore,
    causes: averageScore.from === null || averageScore.to === null ? [] : causes(averageScore.from, averageScore.to),
    tiers: tierMovement(all.map(({ fromTier, toTier }) => [fromTier, toTier] as const)),
  };

  function causes(averageFrom: number, averageTo: number): AverageComparison['causes'] {
    const own = ownCauses.map((cause) => ({
      cause,
      points: mean(stayed.map(({ parts }) => parts?.[cause] ?? 0)) ?? 0,
      customers: stayed.length,
    }));
    if (sameCustomers) return own;
    const middle = (averageFrom + averageTo) / 2;
    const stayedFrom = mean(stayed.map(({ fromScore }) => fromScore ?? 0)) ?? middle;
    const stayedTo = mean(stayed.map(({ toScore }) => toScore ?? 0)) ?? middle;
    const came = (cause: 'customersIn' | 'becameMeasurable') => ({
      cause,
      points: sum(of(cause).map(({ toScore }) => (toScore ?? 0) - stayedTo)) / to.length,
      customers: of(cause).length,
    });
    const went = (cause: 'customersOut' | 'becameUnmeasurable') => ({
      cause,
      points: -sum(of(cause).map(({ fromScore }) => (fromScore ?? 0) - stayedFrom)) / from.length,
      customers: of(cause).length,
    });
    return [...own, came('customersIn'), came('becameMeasurable'), went('customersOut'), went('becameUnmeasurable')];
  }
}

interface OverallBenchmark {
  week: Day;
  product: ProductKey;
  /** The median 28-day usage of all peers. */
  benchmark: number;
}

/**
 * Official weeks, which come oldest first, with the change of the peers' median in percent: the median over the counted
 * products of how much each one's benchmark over all peers changed since the week before. A fall of 2 % or more is a
 * season's: the customer's own usage fell with everybody's.
 */
export function seasonedWeeks(weeks: readonly Day[], benchmarks: readonly OverallBenchmark[]): OfficialWeek[] {
  const ofWeek = Map.groupBy(benchmarks, ({ week }) => week);
  const value = (week: Day | undefined, product: ProductKey) =>
    week === undefined ? undefined : ofWeek.get(week)?.find((row) => row.product === product)?.benchmark;
  return weeks.map((week, index) => {
    const previous = weeks[index - 1];
    const follows = previous !== undefined && addDays(previous, 7) === week;
    const changes = topLevelProducts.flatMap((product) => {
      const before = follows ? value(previous, product) : undefined;
      const now = value(week, product);
      return before === undefined || before === 0 || now === undefined ? [] : [(100 * (now - before)) / before];
    });
    const peersChange = median(changes);
    return { weekStartDate: week, weekEndDate: weekEndOf(week), peersChange, isSeason: peersChange !== null && peersChange <= -seasonFall };
  });
}
