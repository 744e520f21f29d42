const weekdays = [
  'Sundays',
  'Mondays',
  'Tuesdays',
  'Wednesdays',
  'Thursdays',
  'Fridays',
  'Saturdays',
];
const counts = ['', 'once', 'twice', 'three times', 'four times', 'five times', 'six times'];
const hoursInDay = 24;

/**
 * Formats minutes since midnight as a time of day: '2 AM', '12:30 PM'. The end of the day is '12
 * AM'.
 */
export function timeOfDayText(minuteOfDay: number): string {
  const hour = Math.floor(minuteOfDay / 60) % hoursInDay;
  const minute = minuteOfDay % 60;
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
}

interface CronTimes {
  minute: number;
  /** Hours of the day at which the schedule runs, ascending. */
  hours: number[];
  /** Weekday, 0 for Sunday; `null` for every day. */
  weekday: number | null;
}

/**
 * Parses a cron expression of the form that schedules use: five fields, with every day of the month
 * and every month. Throws for any other expression.
 */
export function parseCron(cron: string): CronTimes {
  const found = /^(\d{1,2}) (\*|\*\/\d{1,2}|\d{1,2}(?:,\d{1,2})*) \* \* (\*|[0-6])$/.exec(cron);
  const [, minute = '', hours = '', weekday = ''] = found ?? [];
  if (!found) throw new Error(`Cannot describe the schedule ${cron}`);
  const step = hours === '*' ? 1 : Number(/^\*\/(\d+)$/.exec(hours)?.[1] ?? 0);
  const every = Array.from({ length: hoursInDay }, (_, hour) => hour).filter(
    (hour) => hour % step === 0,
  );
  return {
    minute: Number(minute),
    hours: step > 0 ? every : hours.split(',').map(Number),
    weekday: weekday === '*' ? null : Number(weekday),
  };
}

/** Returns the times of day of a cron expression: '12:30 AM', '6:30 AM'. */
export function cronTimesOfDay(cron: string): string[] {
  const { minute, hours } = parseCron(cron);
  return hours.map((hour) => timeOfDayText(60 * hour + minute));
}

/**
 * Describes a cron expression for use in a sentence: 'Sundays at 2 AM', 'daily at 2 AM', 'every 6
 * hours', 'four times daily'.
 */
export function cronText(cron: string): string {
  const { hours, weekday } = parseCron(cron);
  const times = cronTimesOfDay(cron).join(', ');
  if (weekday !== null) return `${weekdays[weekday]} at ${times}`;
  if (hours.length === 1) return `daily at ${times}`;
  if (cron.includes('/')) return `every ${hoursInDay / hours.length} hours`;
  return `${counts[hours.length] ?? `${hours.length} times`} daily`;
}
