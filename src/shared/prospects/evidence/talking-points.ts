import { products } from '#shared/core/products.ts';
import { countText, numberText } from '#shared/core/words.ts';
import type { ChurnEvidence, ExpectedWait, ProspectEvidence, SimilarUsage } from './evidence.ts';
import { middleHalfText, usesText, waitRangeText } from './words.ts';

export const talkingPointCount = 3;
/** Distance in miles beyond which a reference is called similar, not nearby: half a day’s drive. */
export const farReferenceMiles = 250;

/** Distance in miles within which a reference is mentioned as near. */
export const nearReferenceMiles = 25;

/**
 * Returns up to three sentences for a caller, made of measured facts only, strongest first. They
 * may leave the house: they name no customer, and contain no figure of a single customer.
 */
export function buildTalkingPoints({
  traits,
  references,
  usage,
  firstBooking,
  onboarding,
  churn,
}: Pick<
  ProspectEvidence,
  'traits' | 'references' | 'usage' | 'firstBooking' | 'onboarding' | 'churn'
>): string[] {
  const used = usage.filter(({ median }) => Math.round(median) > 0);
  const booking = used.find(({ product }) => product === 'onlineBooking');
  const other = used.find(({ product }) => product !== 'onlineBooking');
  const locations = traits.locations;
  return [
    booking && usagePoint(booking, locations),
    waitPoint('get their first online booking', firstBooking),
    referencePoint(references),
    loyaltyPoint(churn),
    other && usagePoint(other, locations),
    waitPoint('complete onboarding', onboarding),
  ]
    .filter((point) => point !== undefined)
    .slice(0, talkingPointCount);
}

function usagePoint(usage: SimilarUsage, locations: number | null): string {
  const { product, median, customers, sizeTier, practiceType } = usage;
  const who =
    sizeTier !== null && practiceType !== null
      ? `${practiceType} practices of your size`
      : sizeTier !== null
        ? 'Practices of your size'
        : 'Our customers';
  const unit = products[product].isPerLocation && locations === null ? ' per location' : '';
  const of = products[product].isPerLocation && locations !== null && locations > 1;
  const scale = of ? ` (scaled to your ${numberText(locations)} locations)` : '';
  const verb = products[product].unit === 'dollars' ? 'collect' : 'have';
  return `${who} ${verb} ${usesText(product, median)} a month${unit} through ${products[product].name}${scale}; the middle half of ${numberText(customers)} customers ${verb} ${middleHalfText(usage)}.`;
}

function waitPoint(event: string, wait: ExpectedWait | null): string | undefined {
  if (wait === null || wait.days === null) return undefined;
  const range = waitRangeText(wait);
  const size = wait.sizeTier === null ? '' : ' of your size';
  const ehr = wait.ehr === null ? '' : ` on ${wait.ehr}`;
  const middle = range === null ? '' : `; the middle half take ${range}`;
  return `Half of our customers${size}${ehr} ${event} within ${countText(Math.round(wait.days), 'day')} of going live${middle}.`;
}

/** References count when they are near and share all known facts, of which there is at least one. */
function referencePoint(references: ProspectEvidence['references']): string | undefined {
  const near = references.filter(
    ({ miles, same, differs }) =>
      miles <= nearReferenceMiles && same.length > 0 && differs.length === 0,
  );
  if (near.length === 0) return undefined;
  return near.length === 1
    ? `A practice like yours within ${nearReferenceMiles} miles works with us.`
    : `Practices like yours within ${nearReferenceMiles} miles work with us.`;
}

/** Customers that clearly stay longer are an argument; customers that leave more often are not. */
const loyaltyPoint = (churn: ChurnEvidence | null): string | undefined =>
  churn === null || churn.ratio === null || churn.ratio.high >= 1
    ? undefined
    : `Our customers on ${churn.ehr} leave less often than others${churn.sizeTier === null ? '' : ' of your size'}.`;
