import { oneDecimalText } from '#shared/core/amount-words.ts';

/** Formats hours: '25.5 h'. */
export const hoursText = (hours: number): string => `${oneDecimalText(hours)} h`;
