import { addDays, type Day, weekEndOf } from '#shared/core/dates.ts';
import { median } from '#shared/core/numbers/median.ts';
import { type ProductKey, topLevelProductKeys } from '#shared/core/products.ts';
import type {
  AverageCauseKey,
  AverageComparison,
  ComparedCustomer,
  OfficialWeek,
} from './comparison.ts';
import { minimumSeasonalFallPercent } from './constants.ts';
import { countTierMovement } from './tier-movement.ts';

const ownCauses = ['usage', 'peers', 'entitlements', 'locations'] as const;

/**
 * The averages that include a customer. 'both': the averages of both weeks. 'neither': no average.
 * Other values: only the average of one week; the value is the reason why the other average lacks
 * the customer.
 */
export type PresenceInAverages =
  | 'both'
  | Exclude<AverageCauseKey, (typeof ownCauses)[number]>
  | 'neither';
export const presencesInAverages = [
  'both',
  'customersIn',
  'becameMeasurable',
  'customersOut',
  'becameUnmeasurable',
  'neither',
] as const satisfies PresenceInAverages[];

/**
 * Returns which of the two averages include a customer. A customer with a score only in the later
 * week is new or, if it was already a customer, became measurable. A customer with a score only in
 * the earlier week has left or became unmeasurable. A score counts even when the tier is Unknown
 * because too few products could be measured.
 */
export function classifyPresenceInAverages({
  fromScore,
  toScore,
  fromTier,
  toTier,
}: Omit<ComparedCustomer, 'parts'>): PresenceInAverages {
  if (fromScore !== null && toScore !== null) return 'both';
  if (toScore !== null) return fromTier === null ? 'customersIn' : 'becameMeasurable';
  if (fromScore !== null) return toTier === null ? 'customersOut' : 'becameUnmeasurable';
  return 'neither';
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : sum(values) / values.length;

/**
 * Splits the difference between the average adoption scores of two official weeks into causes. The
 * points of all causes add up to the difference.
 *
 * For customers with a score in both weeks, the score change is split into four parts: usage,
 * peers, entitlements and locations. The parts are Shapley values. They are computed from the two
 * weeks alone, so a week in between without a measurement has no effect. For adjacent weeks, they
 * equal the parts stored with the score. Each cause is the average of one part over these
 * customers.
 *
 * The other causes come from customers with a score in only one of the weeks. In the formulas, `n`
 * is the number of customers with a score in that week. `base` is that week's average over the
 * customers with a score in both weeks. Without such customers, `base` is the mean of the two
 * weeks' averages.
 *
 * - A customer with a score only in the later week contributes (its score − `base`) / `n`.
 * - A customer with a score only in the earlier week contributes (`base` − its score) / `n`.
 *
 * With `sameCustomers`, averages, causes and tiers cover only customers in both weeks.
 */
export function explainAverageDifference(
  all: readonly ComparedCustomer[],
  sameCustomers: boolean,
): AverageComparison {
  const groups = Map.groupBy(all, classifyPresenceInAverages);
  const of = (presence: PresenceInAverages) => groups.get(presence) ?? [];
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
    causes:
      averageScore.from === null || averageScore.to === null
        ? []
        : causes(averageScore.from, averageScore.to),
    tiers: countTierMovement(all.map(({ fromTier, toTier }) => [fromTier, toTier] as const)),
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
    return [
      ...own,
      came('customersIn'),
      came('becameMeasurable'),
      went('customersOut'),
      went('becameUnmeasurable'),
    ];
  }
}

interface OverallBenchmark {
  week: Day;
  product: ProductKey;
  /** Median 28-day usage of all peers. */
  benchmark: number;
}

/**
 * Adds the peers' usage change to official weeks, which must be sorted oldest first. The change is
 * the median, over all scored products, of the weekly change of the product's benchmark in percent.
 * A drop of 2% or more marks a seasonal drop, in which usage falls for all customers.
 */
export function addPeersChangeToWeeks(
  weeks: readonly Day[],
  benchmarks: readonly OverallBenchmark[],
): OfficialWeek[] {
  const ofWeek = Map.groupBy(benchmarks, ({ week }) => week);
  const value = (week: Day | undefined, product: ProductKey) =>
    week === undefined
      ? undefined
      : ofWeek.get(week)?.find((row) => row.product === product)?.benchmark;
  return weeks.map((week, index) => {
    const previous = weeks[index - 1];
    const follows = previous !== undefined && addDays(previous, 7) === week;
    const changes = topLevelProductKeys.flatMap((product) => {
      const before = follows ? value(previous, product) : undefined;
      const now = value(week, product);
      return before === undefined || before === 0 || now === undefined
        ? []
        : [(100 * (now - before)) / before];
    });
    const peersChange = median(changes);
    return {
      weekStartDate: week,
      weekEndDate: weekEndOf(week),
      peersChange,
      isSeason: peersChange !== null && peersChange <= -minimumSeasonalFallPercent,
    };
  });
}
