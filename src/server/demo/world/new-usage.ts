import type { Day } from '#shared/core/dates.ts';
import type { ProductKey } from '#shared/core/products.ts';
import type { DemoCalendar } from './calendar.ts';
import {
  isConnectionSilent,
  lastReportDayOfWeek,
  listUsageSeriesToSimulate,
  type UsageSimulationInput,
  usageDaysInWeek,
} from './usage.ts';

/** Usage of some days of one week. */
export interface WeekUsageRows {
  /** Daily usage. */
  days: UsageRow[];
  /** Weekly usage: the sum from the start of the week to the last requested day. */
  weeks: UsageRow[];
}

export interface UsageRow {
  institutionId: number;
  locationId: number;
  product: ProductKey;
  day: Day;
  value: number;
}

/**
 * Returns the usage of some customers on the days from `from` to `to` (excluded) of one week.
 * `first` is the calendar of the day on which the demo starts. The usage of a day does not depend
 * on the other requested days.
 */
export function generateUsageOfDays(
  source: UsageSimulationInput,
  first: DemoCalendar,
  week: number,
  from: number,
  to: number,
): WeekUsageRows {
  const laid: WeekUsageRows = { days: [], weeks: [] };
  for (const customer of source.customers) {
    for (const series of listUsageSeriesToSimulate(source.calendar, customer)) {
      if (isConnectionSilent(series.location, week) || series.to <= week * 7 || series.from >= to)
        continue;
      const row = {
        institutionId: customer.institutionId,
        locationId: series.location.locationId,
        product: series.product.product,
      };
      let total = 0;
      for (const [day, value] of usageDaysInWeek(source, first, series, week)) {
        if (day >= to) break;
        total += value;
        if (day >= from) laid.days.push({ ...row, day: source.calendar.dayAt(day), value });
      }
      if (total > 0)
        laid.weeks.push({
          ...row,
          day: source.calendar.dayAt(week * 7),
          value: Math.round(total * 100) / 100,
        });
    }
  }
  return laid;
}

/**
 * Returns the locations whose connections reported in a week, each with the last day of a report
 * before `to`.
 */
export function lastReportsInWeek(
  { calendar, customers }: UsageSimulationInput,
  week: number,
  to: number,
) {
  return customers.flatMap(({ institutionId, locations }) =>
    locations.flatMap((location) => {
      const last = lastReportDayOfWeek(location, week, to);
      return last === undefined
        ? []
        : [{ institutionId, locationId: location.locationId, lastReportOn: calendar.dayAt(last) }];
    }),
  );
}
