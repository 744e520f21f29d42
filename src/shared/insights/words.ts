import { oneDecimalText } from '#shared/core/amount-words.ts';
import { addDays, type Day, weekEndOf } from '#shared/core/dates.ts';
import { type ProductKey, products } from '#shared/core/products.ts';
import type { PeerGroupLevel } from '#shared/core/tiers.ts';
import { capitalize, countText, dayInWords, numberText } from '#shared/core/words.ts';
import { chooseUsageNoun, usageText } from '#shared/health/product-table.ts';
import type {
  Insights,
  InsightsNextStep,
  InsightsProductUsage,
  UsageGapReason,
} from './insights.ts';

// Texts that practices read. They must not mention a tier or a score, or criticize the practice.

const times = (value: number) =>
  Math.round(value) === 1 ? 'once' : countText(Math.round(value), 'time');

/** Formats a usage value with its unit: '212 bookings', '1 booking', '$12,300'. */
export const usageAmountText = (product: ProductKey, value: number): string =>
  `${usageText(product, value)} ${chooseUsageNoun(product, value)}`.trim();

const activityTexts: Record<ProductKey, (value: number) => string> = {
  onlineBooking: (value) =>
    `took ${usageText('onlineBooking', value)} online ${chooseUsageNoun('onlineBooking', value)}`,
  recalls: (value) => `sent ${usageAmountText('recalls', value)}`,
  waitlist: (value) => `used the waitlist ${times(value)}`,
  forms: (value) => `received ${usageAmountText('forms', value)}`,
  payments: (value) => `collected ${usageAmountText('payments', value)} in payments`,
  messaging: (value) => `exchanged ${usageAmountText('messaging', value)} with patients`,
  reminders: (value) => `sent ${usageAmountText('reminders', value)}`,
  reviews: (value) => `received ${usageAmountText('reviews', value)}`,
  insurance: (value) => `verified insurance ${times(value)}`,
};

/** Formats the change from the previous 28 days: '31 more than in the four weeks before'. */
export function usageChangeText(product: ProductKey, current: number, previous: number): string {
  const difference = Math.round(current) - Math.round(previous);
  const isMoney = products[product].unit === 'dollars';
  if (difference === 0) return 'the same as in the four weeks before';
  const less = isMoney ? 'less' : 'fewer';
  return `${usageText(product, Math.abs(difference))} ${difference > 0 ? 'more' : less} than in the four weeks before`;
}

/** Returns a figure's growth from the 28 days before as a share; 0 without growth or a comparison. */
const growthOf = ({ usage, previousUsage }: InsightsProductUsage): number =>
  usage === null || previousUsage === null || Math.round(usage) <= Math.round(previousUsage)
    ? 0
    : previousUsage === 0
      ? 1
      : usage / previousUsage - 1;

/**
 * Returns the figure with which the practice's page leads: the used product with the most growth,
 * otherwise the first one that is ahead of its peers, otherwise the first one. Returns a
 * sub-product only when no other product is used.
 */
export function findMainProductFigure(
  figures: readonly InsightsProductUsage[],
): InsightsProductUsage | undefined {
  const used = figures.filter(({ usage }) => usage !== null && usage > 0);
  const topLevel = used.filter(({ product }) => products[product].parent === undefined);
  const [best] = topLevel.toSorted((one, other) => growthOf(other) - growthOf(one));
  if (best !== undefined && growthOf(best) > 0) return best;
  return (
    topLevel.find(({ peers }) => peers !== null && peers.ahead !== null) ?? topLevel[0] ?? used[0]
  );
}

/** Returns a sentence that summarizes the last 28 days. */
export function insightsHeadline({
  weekEndDate,
  figures,
  locations,
}: Pick<Insights, 'weekEndDate' | 'figures' | 'locations'>): string {
  if (weekEndDate === null) return 'Your first figures appear here after your first full week.';
  const weeks = `in the four weeks to ${dayInWords(weekEndDate)}`;
  const main = findMainProductFigure(figures);
  if (main?.usage != null) {
    const change =
      main.previousUsage === null || Math.round(main.usage) < Math.round(main.previousUsage)
        ? ''
        : `, ${usageChangeText(main.product, main.usage, main.previousUsage)}`;
    return `${locations.length > 0 ? 'Your locations' : 'Your practice'} ${activityTexts[main.product](main.usage)} ${weeks}${change}.`;
  }
  if (figures.length > 0 && figures.every(({ usage }) => usage === null))
    return `We received no data from your EHR ${weeks}.`;
  return `No product was used ${weeks}. The products below are ready to use.`;
}

/** Returns the figures that have a comparison with similar practices. */
export const comparedFigures = (figures: readonly InsightsProductUsage[]): InsightsProductUsage[] =>
  figures.filter(({ peers }) => peers !== null);

const peerDescriptions: Record<PeerGroupLevel, string> = {
  tier_and_type: 'of your size and specialty',
  tier: 'of your size',
  all: 'with the same product',
};

/**
 * Describes a practice's position among its peers. A high rank is shown as a rank; otherwise, the
 * peers' median is shown beside the practice's usage.
 */
export function peerComparisonText({
  product,
  peers,
}: Pick<InsightsProductUsage, 'product'> & {
  peers: NonNullable<InsightsProductUsage['peers']>;
}): string {
  const { ahead, institutions, usage, median } = peers;
  const practices = `practices ${peerDescriptions[peers.level]}`;
  if (ahead !== null)
    return `Ahead of ${numberText(ahead)} of ${numberText(institutions)} ${practices}`;
  if (Math.round(median) <= Math.round(usage)) return `Typical of ${practices}`;
  return `${capitalize(practices)} typically have ${usageAmountText(product, median)}; you are at ${usageText(product, usage)}`;
}

/** Formats the suggested next step as a sentence. */
export function nextStepText({
  product,
  extraPer28Days,
  extraPerOpenDay,
  isFirstUse,
}: InsightsNextStep): string {
  const { name, unit } = products[product];
  const isDaily = unit === 'uses' && extraPerOpenDay >= 1;
  const daily = isDaily ? ` (about ${oneDecimalText(extraPerOpenDay)} per open day)` : '';
  if (isFirstUse)
    return `You have ${name} but didn’t use it in these four weeks. Similar practices reach ${usageAmountText(product, extraPer28Days)}${daily}.`;
  const more = `${usageText(product, extraPer28Days)} more ${chooseUsageNoun(product, extraPer28Days) || `in ${name.toLowerCase()}`}`;
  return `${more} a month${daily} would match similar practices.`;
}

/** Reasons why a week has no data, each as the second half of a sentence. */
const gapReasonTexts: Record<UsageGapReason, (product: ProductKey) => string> = {
  silent: () => 'no data arrived from your EHR',
  not_entitled: (product) => `${products[product].name} was not one of your products`,
  not_started: () => 'we had no figures for your practice yet',
  unrecorded: () => 'no figures were recorded for your practice',
};

/**
 * Formats the ends of weeks, with consecutive weeks as a range: 'Aug 22, 2026, Sep 5, 2026 to Sep
 * 19, 2026'.
 */
function weekRunsText(weekStarts: readonly Day[]): string {
  const runs: { first: Day; last: Day }[] = [];
  for (const week of weekStarts) {
    const run = runs.at(-1);
    if (run !== undefined && addDays(run.last, 7) === week) run.last = week;
    else runs.push({ first: week, last: week });
  }
  const end = (week: Day) => dayInWords(weekEndOf(week));
  return runs
    .map(({ first, last }) => (first === last ? end(first) : `${end(first)} to ${end(last)}`))
    .join(', ');
}

/**
 * Returns a sentence for each reason why weeks in a product's chart have no data; empty when all
 * weeks have data.
 */
export const describeGaps = ({
  product,
  gaps,
}: Pick<InsightsProductUsage, 'product' | 'gaps'>): string[] =>
  [...Map.groupBy(gaps, ({ reason }) => reason)].map(
    ([reason, weeks]) =>
      `No data for the ${weeks.length === 1 ? 'week' : 'weeks'} ending ${weekRunsText(weeks.map(({ weekStartDate }) => weekStartDate))}: ` +
      `${gapReasonTexts[reason](product)}.`,
  );

export const newCustomerText =
  'You are new: comparisons with similar practices start after your first months.';

/** Note for a signed-in colleague who opened the page without a working link. */
export const colleaguePreviewNote =
  'Only signed-in colleagues can open this address. The practice needs a working link.';

/** Defines the figures of the 28 days that end on this Saturday. */
export const explainFigures = (weekEndDate: Day): string =>
  `All figures cover the 28 days up to ${dayInWords(weekEndDate)}, compared with the 28 days before. The typical range covers the middle half of ` +
  'similar practices. For products compared by location, it is the usage per location. We use no patient data.';

export const helpText =
  'Questions? Reply to the email that brought you here, or ask your success manager.';
