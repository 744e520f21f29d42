import { addDays, type Day } from '#shared/core/dates.ts';

/**
 * Returns the weeks in which a run would have started for a customer. A rule fires in the first of
 * consecutive matching weeks.
 */
export function simulatedStartWeeks(
  matched: readonly Day[],
  fitting: ReadonlySet<Day>,
  { weeks, againDays }: { weeks: readonly Day[]; againDays: number },
): Day[] {
  const inWeek = new Set(matched);
  const started: Day[] = [];
  for (const week of weeks) {
    const fires = inWeek.has(week) && !inWeek.has(addDays(week, -7)) && fitting.has(week);
    const last = started.at(-1);
    if (fires && (last === undefined || week >= addDays(last, againDays))) started.push(week);
  }
  return started;
}
