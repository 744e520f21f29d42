import { numberText } from '#shared/core/words.ts';
export const newCustomersText = (count: number): string =>
  count === 0 ? 'none new last week' : `${numberText(count)} new last week`;
