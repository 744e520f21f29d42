import {
  addDays,
  type Day,
  daysBetween,
  nthWeekday,
  weekEndOf,
  weekStartOf,
} from '#shared/core/dates.ts';

/**
 * Returns the unusual days of a year, each with the practices' activity: 0 is closed, and 1 is
 * normal for the weekday.
 */
function unusualDays(year: number): [Day, number][] {
  const thanksgiving = nthWeekday(year, 11, 4, 4);
  return [
    [`${year}-01-01`, 0],
    [`${year}-01-02`, 0.7],
    [nthWeekday(year, 5, 1, -1), 0.05],
    [`${year}-07-03`, 0.6],
    [`${year}-07-04`, 0],
    [nthWeekday(year, 9, 1, 1), 0.05],
    [addDays(thanksgiving, -1), 0.7],
    [thanksgiving, 0],
    [addDays(thanksgiving, 1), 0.2],
    [`${year}-12-23`, 0.6],
    [`${year}-12-24`, 0.25],
    [`${year}-12-25`, 0],
    [`${year}-12-26`, 0.35],
    ...([27, 28, 29, 30] as const).map((day): [Day, number] => [`${year}-12-${day}`, 0.65]),
    [`${year}-12-31`, 0.3],
  ];
}

// Share of a usual week's usage on each weekday, from Sunday on. Patients also book and pay at
// night and on weekends, whereas staff work on weekdays.
const weekShapes = {
  patient: [0.07, 0.17, 0.17, 0.17, 0.16, 0.15, 0.11],
  desk: [0.002, 0.205, 0.21, 0.2, 0.205, 0.15, 0.028],
} as const;
export type WeekdayPatternName = keyof typeof weekShapes;

export interface SeasonalWave {
  /** Yearly wave: amplitude relative to the mean (`size`) and day of the peak (`peak`). */
  size: number;
  peak: number;
  /**
   * Half-yearly wave: amplitude relative to the mean (`halfSize`) and day of the peak (`halfPeak`).
   */
  halfSize: number;
  halfPeak: number;
}

export interface DemoCalendar {
  today: Day;
  /** Official weeks, oldest first, followed by the current week. */
  weekStarts: readonly Day[];
  officialWeeks: number;
  lastReportedDay: Day;
  /** Returns the number of a day, which is 0 for the Sunday of the first week. */
  indexOf(day: Day): number;
  dayAt(index: number): Day;
  /**
   * Returns the share of a usual week's usage on the days `from` to `to` (excluded) of `week`. Both
   * are day numbers. Days without reports have no usage.
   */
  share(shape: WeekdayPatternName, week: number, from: number, to: number): number;
  season(season: SeasonalWave, week: number): number;
}

/** Returns the calendar of the demo from its first official week to the week of `today`. */
export function createDemoCalendar(today: Day, officialWeeks: number): DemoCalendar {
  const running = weekStartOf(today);
  const first = addDays(running, -7 * officialWeeks);
  const weekStarts = Array.from({ length: officialWeeks + 1 }, (_, week) =>
    addDays(first, week * 7),
  );
  const reportedDays = daysBetween(first, today);

  const openness = new Float64Array((officialWeeks + 1) * 7).fill(1);
  for (let year = Number(first.slice(0, 4)); year <= Number(today.slice(0, 4)); year++) {
    for (const [day, open] of unusualDays(year)) {
      const index = daysBetween(first, day);
      if (index >= 0 && index < openness.length) openness[index] = open;
    }
  }
  openness.fill(0, reportedDays);
  const dayShares = Object.fromEntries(
    Object.entries(weekShapes).map(([name, shape]) => [
      name,
      // On a holiday, patients still have half of their usual activity online.
      openness.map(
        (open, index) =>
          (shape[index % 7] ?? 0) * (name === 'patient' && open > 0 ? 0.5 + open / 2 : open),
      ),
    ]),
  );

  const days = Array.from({ length: (officialWeeks + 1) * 7 }, (_, index) => addDays(first, index));
  const middleOfYear = weekStarts.map(
    (start) => daysBetween(`${start.slice(0, 4)}-01-01`, weekEndOf(start)) - 3,
  );
  return {
    today,
    weekStarts,
    officialWeeks,
    lastReportedDay: addDays(today, -1),
    indexOf: (day) => daysBetween(first, day),
    dayAt: (index) => days[index] ?? addDays(first, index),
    share: (shape, week, from, to) => {
      const shares = dayShares[shape];
      let sum = 0;
      const end = Math.min(to, week * 7 + 7);
      for (let index = Math.max(from, week * 7); index < end; index++) sum += shares?.[index] ?? 0;
      return sum;
    },
    season: ({ size, peak, halfSize, halfPeak }, week) => {
      const day = middleOfYear[week] ?? 0;
      const turn = (2 * Math.PI) / 365;
      return (
        1 + size * Math.cos(turn * (day - peak)) + halfSize * Math.cos(2 * turn * (day - halfPeak))
      );
    },
  };
}
