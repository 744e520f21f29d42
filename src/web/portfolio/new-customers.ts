export const newCustomersText = (count: number): string =>
  count === 0 ? 'none new last week' : `${count.toLocaleString('en-US')} new last week`;
