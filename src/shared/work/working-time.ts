import { z } from 'zod';
import {
  createListAnswerSchema,
  daySchema,
  endpoint,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';

export const workKinds = ['task', 'risk', 'renewal', 'churn', 'onboarding'] as const;

export const customerPhases = ['onboarding', 'grace', 'settled'] as const;
export type CustomerPhase = (typeof customerPhases)[number];

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Local time of day in minutes since midnight. */
const minuteSchema = z.int().min(0).max(1440);
const windowSchema = z
  .strictObject({ from: minuteSchema, until: minuteSchema })
  .refine(({ from, until }) => from < until, 'must start before it ends');

/** Working hours of a week, Sunday first; `null` is a day off. */
export const workingWeekSchema = z.array(windowSchema.nullable()).length(7);
export type WorkingWeek = z.output<typeof workingWeekSchema>;

export const maxHolidayNameLength = 80;
export const maxHolidays = 400;
const holidaySchema = z.strictObject({
  day: daySchema,
  name: textSchema.trim().min(1, 'must not be empty').max(maxHolidayNameLength),
  /** End of work on a half day; `null` for a full day off. */
  until: minuteSchema.nullable(),
});

const minutesSchema = z.int().min(1).max(480);
const hoursSchema = z.number().min(0).max(40);
const factorSchema = z.number().min(0.05).max(1);
const byPhase = z.strictObject({
  onboarding: hoursSchema,
  grace: hoursSchema,
  settled: hoursSchema,
});

export const workingTimeSchema = z.strictObject({
  timeZone: textSchema.max(60).refine(isTimeZone, 'is not a time zone'),
  week: workingWeekSchema,
  holidays: z
    .array(holidaySchema)
    .max(maxHolidays)
    .refine(
      (list) => new Set(list.map(({ day }) => day)).size === list.length,
      'has the same day twice',
    ),
  /**
   * `forCustomers`: share of working time that is available for customers, without internal work.
   * `plannable`: share of the time for customers that can be planned. Both are 0.05–1.
   */
  factors: z.strictObject({ forCustomers: factorSchema, plannable: factorSchema }),
  /**
   * Base hours per week that a customer needs in addition to tasks and other items, by size tier
   * and phase.
   */
  baseHours: z.strictObject({
    Small: byPhase,
    Medium: byPhase,
    Large: byPhase,
    Enterprise: byPhase,
  }),
  minutes: z.strictObject({
    task: minutesSchema,
    risk: minutesSchema,
    renewal: minutesSchema,
    churn: minutesSchema,
    onboarding: minutesSchema,
  }),
});
export type WorkingTime = z.output<typeof workingTimeSchema>;

const versionedSchema = z.strictObject({
  /** Number of times the settings were saved; 0 for the default settings. */
  version: z.int(),
  settings: workingTimeSchema,
  madeBy: personSchema.nullable(),
  madeAt: z.iso.datetime().nullable(),
});

export const getWorkingTime = endpoint({
  method: 'GET',
  path: '/api/work/working-time',
  summary: 'Working hours, holidays and capacity settings of the team',
  response: versionedSchema,
});

export const postWorkingTime = endpoint({
  method: 'POST',
  path: '/api/work/working-time',
  summary: 'Save working time settings; 409 when others were saved after `version`',
  role: 'admin',
  body: z.strictObject({ version: versionSchema, settings: workingTimeSchema }),
  response: versionedSchema,
});

const personHoursSchema = z.strictObject({
  userId: z.uuid(),
  /** Number of times the hours were saved; 0 before the first time. */
  version: z.int(),
  /** `null` when the team's hours apply. */
  week: workingWeekSchema.nullable(),
});
export type PersonHours = z.output<typeof personHoursSchema>;

export const getPersonHours = endpoint({
  method: 'GET',
  path: '/api/work/working-time/people/:userId',
  summary: 'Working hours of a user; null when the team’s hours apply',
  role: 'admin',
  params: z.strictObject({ userId: z.uuid() }),
  response: personHoursSchema,
});

export const postPersonHours = endpoint({
  method: 'POST',
  path: '/api/work/working-time/people/:userId',
  summary:
    'Save the working hours of a user, or null to apply the team’s hours; 409 when other hours were saved after `version`',
  role: 'admin',
  params: z.strictObject({ userId: z.uuid() }),
  body: z.strictObject({ version: versionSchema, week: workingWeekSchema.nullable() }),
  response: personHoursSchema,
});

export const absenceSchema = z.strictObject({
  absenceId: z.uuid(),
  person: personSchema,
  from: z.iso.date(),
  until: z.iso.date(),
  cover: personSchema.nullable(),
  /** `true` when the cover is also away on one of these days, or is disabled. */
  coverIsAway: z.boolean(),
});
export type Absence = z.output<typeof absenceSchema>;

export const getAbsences = endpoint({
  method: 'GET',
  path: '/api/work/absences',
  summary: 'Absences that have not ended, by first day',
  response: createListAnswerSchema(absenceSchema),
});

/** The id is client-generated, so that a repeated request adds one absence. */
export const postAbsence = endpoint({
  method: 'POST',
  path: '/api/work/absences',
  summary: 'Add an absence; 409 when it overlaps another absence of the user',
  body: z.strictObject({
    absenceId: z.uuid(),
    userId: z.uuid(),
    from: daySchema,
    until: daySchema,
    coverId: z.uuid().nullable(),
  }),
  response: absenceSchema,
});

export const deleteAbsence = endpoint({
  method: 'DELETE',
  path: '/api/work/absences/:absenceId',
  summary: 'Delete an absence; succeeds again when already deleted',
  params: z.strictObject({ absenceId: z.uuid() }),
  body: z.strictObject({}),
  response: z.strictObject({ absenceId: z.uuid() }),
});
