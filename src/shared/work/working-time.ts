import { z } from 'zod';
import { daySchema, endpoint, listAnswer, textSchema, versionSchema } from '#shared/core/endpoint.ts';
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

/** Minutes since midnight by the wall clock. */
const minuteSchema = z.int().min(0).max(1440);
const windowSchema = z
  .strictObject({ from: minuteSchema, until: minuteSchema })
  .refine(({ from, until }) => from < until, 'must begin before it ends');

/** Sunday first; null is a day off. */
export const weekSchema = z.array(windowSchema.nullable()).length(7);
export type WorkingWeek = z.output<typeof weekSchema>;

export const longestHolidayName = 80;
export const mostHolidays = 400;
const holidaySchema = z.strictObject({
  day: daySchema,
  name: textSchema.trim().min(1, 'must not be empty').max(longestHolidayName),
  /** On a half day, when work ends; null for a whole day off. */
  until: minuteSchema.nullable(),
});

const minutesSchema = z.int().min(1).max(480);
const hoursSchema = z.number().min(0).max(40);
const factorSchema = z.number().min(0.05).max(1);
const byPhase = z.strictObject({ onboarding: hoursSchema, grace: hoursSchema, settled: hoursSchema });

export const workingTimeSchema = z.strictObject({
  timeZone: textSchema.max(60).refine(isTimeZone, 'is no time zone'),
  week: weekSchema,
  holidays: z
    .array(holidaySchema)
    .max(mostHolidays)
    .refine((list) => new Set(list.map(({ day }) => day)).size === list.length, 'names a day twice'),
  /** The part of working time that is not internal work, and the part of that which can be planned. */
  factors: z.strictObject({ forCustomers: factorSchema, plannable: factorSchema }),
  /** Hours a week that a customer takes before anything happens. */
  baseHours: z.strictObject({ Small: byPhase, Medium: byPhase, Large: byPhase, Enterprise: byPhase }),
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
  /** 0 for the settings that hold before anybody saved some. */
  version: z.int(),
  settings: workingTimeSchema,
  madeBy: personSchema.nullable(),
  madeAt: z.iso.datetime().nullable(),
});

export const getWorkingTime = endpoint({
  method: 'GET',
  path: '/api/working-time',
  summary: 'When the team works and how long its work takes',
  response: versionedSchema,
});

export const postWorkingTime = endpoint({
  method: 'POST',
  path: '/api/working-time',
  summary: 'Save new settings of working time; 409 when others were saved since `version`',
  role: 'admin',
  body: z.strictObject({ version: versionSchema, settings: workingTimeSchema }),
  response: versionedSchema,
});

const personHoursSchema = z.strictObject({
  userId: z.uuid(),
  /** Number of saves; 0 before the first. */
  version: z.int(),
  /** `null` for the hours of the team. */
  week: weekSchema.nullable(),
});
export type PersonHours = z.output<typeof personHoursSchema>;

export const getPersonHours = endpoint({
  method: 'GET',
  path: '/api/working-time/people/:userId',
  summary: 'Days and hours of a person where they differ from the team’s; null for the team’s own',
  role: 'admin',
  params: z.strictObject({ userId: z.uuid() }),
  response: personHoursSchema,
});

export const postPersonHours = endpoint({
  method: 'POST',
  path: '/api/working-time/people/:userId',
  summary: 'Save the days and hours of a person, or null for the team’s own; 409 when others were saved since `version`',
  role: 'admin',
  params: z.strictObject({ userId: z.uuid() }),
  body: z.strictObject({ version: versionSchema, week: weekSchema.nullable() }),
  response: personHoursSchema,
});

export const absenceSchema = z.strictObject({
  absenceId: z.uuid(),
  person: personSchema,
  from: z.iso.date(),
  until: z.iso.date(),
  cover: personSchema.nullable(),
  /** The cover is away on one of these days too, or can be given no work any more. */
  coverIsAway: z.boolean(),
});
export type Absence = z.output<typeof absenceSchema>;

export const getAbsences = endpoint({
  method: 'GET',
  path: '/api/absences',
  summary: 'Absences that have not ended, by first day',
  response: listAnswer(absenceSchema),
});

/** The page makes the id, so that a double click makes one. */
export const postAbsence = endpoint({
  method: 'POST',
  path: '/api/absences',
  summary: 'Enter an absence; 409 when it overlaps another of the person',
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
  path: '/api/absences/:absenceId',
  summary: 'Take an absence back; also when it was taken back before',
  params: z.strictObject({ absenceId: z.uuid() }),
  body: z.strictObject({}),
  response: z.strictObject({ absenceId: z.uuid() }),
});
