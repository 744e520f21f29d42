export const newCustomers = (count: number): string =>
  count === 0 ? 'none new in the last week' : `${count.toLocaleString('en-US')} new in the last week`;
