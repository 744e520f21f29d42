/** Formats hours: '25.5 h'. */
export const hoursText = (hours: number): string => `${hours.toLocaleString('en-US', { maximumFractionDigits: 1 })} h`;
