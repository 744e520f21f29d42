/** '$12,400' */
export const dollarsText = (dollars: number): string => `$${Math.round(dollars).toLocaleString('en-US')}`;
