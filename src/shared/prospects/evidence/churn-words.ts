import { oneDecimalText } from '#shared/core/amount-words.ts';
import { numberText } from '#shared/core/words.ts';
import type { ChurnEvidence, Departures } from './evidence.ts';

/** Reasons of losses that training can prevent. */
const trainableReasons: readonly string[] = ['Low use', 'Support or implementation'];

/**
 * Formats departures: "12 of 80 left, 7.5 per 100 customers per year". Rates of small groups are
 * left out.
 */
export const departuresText = ({ customers, left, per100Years }: Departures): string =>
  `${numberText(left)} of ${numberText(customers)} left${per100Years === null ? '' : `, ${oneDecimalText(per100Years)} per 100 customers per year`}`;

/**
 * Returns one sentence on how often customers on the EHR leave. A difference is named only when its
 * interval excludes 1, and training is recommended only when it fits the most frequent reason.
 */
export function churnSentence({ ehr, sizeTier, ratio, reasons }: ChurnEvidence): string {
  const who = `${sizeTier === null ? 'Customers' : `${sizeTier} customers`} on ${ehr}`;
  if (ratio === null)
    return `Too few departures to tell whether ${who} leave more or less often than others.`;
  if (ratio.low <= 1 && ratio.high >= 1)
    return `${who} leave between ${oneDecimalText(ratio.low)} and ${timesText(ratio.high)} as others, so the difference may be chance.`;
  if (ratio.high < 1) return `${who} leave less often than others, ${timesText(ratio.value)}.`;
  const advice = trainableReasons.includes(reasons[0]?.reason ?? '') ? ' Sell with training.' : '';
  return `${who} leave ${timesText(ratio.value)} as others.${advice}`;
}

const timesText = (value: number): string => `${oneDecimalText(value)} times as often`;
