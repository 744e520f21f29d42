/** Returns the months since year 0 of a label such as 'Nov 2026'; `null` for another label. */
export function monthOf(label: string): number | null {
  if (!/^[A-Z][a-z]{2} \d{4}$/.test(label)) return null;
  const time = new Date(`1 ${label} 00:00:00 UTC`);
  return Number.isNaN(time.getTime()) ? null : time.getUTCFullYear() * 12 + time.getUTCMonth();
}

/** Returns the label of a month: 'Nov 2026'. */
export const monthLabel = (month: number): string =>
  new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    month: 'short',
    year: 'numeric',
  });
