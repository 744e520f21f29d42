import { type Day, dayIn } from '#shared/core/dates.ts';
import type { ListColumn } from './column.ts';

/**
 * Returns the columns of a list by time zone, for lists that show instants as days. Columns are
 * created once for each zone, because a list caches results by column object.
 */
export function createColumnsByTimeZone<Row>(
  columnsOf: (dayOf: (instant: string) => Day) => readonly ListColumn<Row>[],
): (timeZone: string) => readonly ListColumn<Row>[] {
  const made = new Map<string, readonly ListColumn<Row>[]>();
  return (timeZone) => {
    const columns =
      made.get(timeZone) ?? columnsOf((instant) => dayIn(timeZone, new Date(instant)));
    made.set(timeZone, columns);
    return columns;
  };
}
