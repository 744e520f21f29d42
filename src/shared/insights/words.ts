import type { Day } from '#shared/core/dates.ts';
import { type ProductKey, products } from '#shared/core/products.ts';
import type { PeerLevel } from '#shared/core/tiers.ts';
import { counted, dayInWords } from '#shared/core/words.ts';
import { usageText, usesWord } from '#shared/health/product-table.ts';
import type { Figure, Insights, Step } from './insights.ts';

// Everything here is read by a practice: no tier, no score, nobody is shamed.

const times = (value: number) => (Math.round(value) === 1 ? 'once' : counted(Math.round(value), 'time'));

/** An amount as a practice reads it: '212 bookings', '1 booking', '$12,300'. */
export const amountText = (product: ProductKey, value: number): string => `${usageText(product, value)} ${usesWord(product, value)}`.trim();

const deeds: Record<ProductKey, (value: number) => string> = {
  onlineBooking: (value) => `took ${usageText('onlineBooking', value)} online ${usesWord('onlineBooking', value)}`,
  recalls: (value) => `sent ${amountText('recalls', value)}`,
  waitlist: (value) => `used the waitlist ${times(value)}`,
  forms: (value) => `received ${amountText('forms', value)}`,
  payments: (value) => `collected ${amountText('payments', value)} in payments`,
  messaging: (value) => `exchanged ${amountText('messaging', value)} with patients`,
  reminders: (value) => `sent ${amountText('reminders', value)}`,
  reviews: (value) => `received ${amountText('reviews', value)}`,
  insurance: (value) => `verified insurance ${times(value)}`,
};

/** The change against the 28 days before: '31 more than in the four weeks before'. */
export function changeText(product: ProductKey, now: number, before: number): string {
  const difference = Math.round(now) - Math.round(before);
  const isMoney = products[product].unit === 'dollars';
  if (difference === 0) return `as ${isMoney ? 'much' : 'many'} as in the four weeks before`;
  const less = isMoney ? 'less' : 'fewer';
  return `${usageText(product, Math.abs(difference))} ${difference > 0 ? 'more' : less} than in the four weeks before`;
}

/** What the practice did most visibly: the first product in the order of products that is used, a sub-product only where no other is. */
export function mainFigure(figures: readonly Figure[]): Figure | undefined {
  const used = figures.filter(({ usage }) => usage !== null && usage > 0);
  return used.find(({ product }) => products[product].parent === undefined) ?? used[0];
}

/** The result in one sentence. */
export function headline({ weekEndDate, figures, locations }: Pick<Insights, 'weekEndDate' | 'figures' | 'locations'>): string {
  if (weekEndDate === null) return 'Your first figures appear here after your first full week.';
  const weeks = `in the four weeks to ${dayInWords(weekEndDate)}`;
  const main = mainFigure(figures);
  if (main?.usage != null) {
    const change = main.previousUsage === null ? '' : `, ${changeText(main.product, main.usage, main.previousUsage)}`;
    return `${locations.length > 0 ? 'Your locations' : 'Your practice'} ${deeds[main.product](main.usage)} ${weeks}${change}.`;
  }
  if (figures.length > 0 && figures.every(({ usage }) => usage === null)) return `No figures came from your system ${weeks}.`;
  return `Nothing was used ${weeks}. Here is what you have, ready to use.`;
}

/** The figures that are compared with those of similar practices. */
export const comparedOf = (figures: readonly Figure[]): Figure[] => figures.filter(({ peers }) => peers !== null);

const likeness: Record<PeerLevel, string> = {
  tier_and_type: 'of your size and specialty',
  tier: 'of your size',
  all: 'with the same tool',
};

/** Where a practice stands, kindly: its rank, or what there is to gain. */
export function placeText({ product, peers }: Pick<Figure, 'product'> & { peers: NonNullable<Figure['peers']> }): string {
  const { ahead, institutions, usage, median } = peers;
  if (ahead !== null)
    return `More than ${ahead.toLocaleString('en-US')} of ${institutions.toLocaleString('en-US')} practices ${likeness[peers.level]}`;
  const gap = Math.round(median) - Math.round(usage);
  if (gap <= 0) return `As much as is usual among practices ${likeness[peers.level]}`;
  return `Room to grow: ${amountText(product, gap)} to the middle of practices ${likeness[peers.level]}`;
}

/** The one step, as an offer. */
export function stepText({ product, extraPer28Days, extraPerOpenDay, isFirstUse }: Step): string {
  const { name, unit } = products[product];
  const isDaily = unit === 'uses' && extraPerOpenDay >= 1;
  const daily = isDaily ? ` (about ${extraPerOpenDay.toLocaleString('en-US', { maximumFractionDigits: 1 })} on each open day)` : '';
  if (isFirstUse)
    return `You have ${name} and did not use it in these four weeks. Similar practices reach ${amountText(product, extraPer28Days)}${daily}.`;
  const more = `${usageText(product, extraPer28Days)} more ${usesWord(product, extraPer28Days)}`.trim();
  return `${name}: ${more} in four weeks${daily} would bring you to what similar practices do.`;
}

export const newWords = 'You are new: comparisons with similar practices begin once you have settled in.';

/** Said to a colleague whom no link let in. */
export const previewWords = 'Only colleagues see this page here, because they are signed in. The practice needs a link that works.';

/** What the figures of the 28 days to this Saturday are. */
export const definitionsText = (weekEndDate: Day): string =>
  `Figures are of the 28 days to ${dayInWords(weekEndDate)}, against the 28 days before. The usual range is what the middle half of ` +
  'similar practices do, per location where the tool is used by location. No patient data is used.';

export const helpWords = 'Questions? Answer the message that brought you here, or ask your contact with us.';
