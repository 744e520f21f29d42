import { z } from 'zod';
import { endpoint, textSchema } from '../endpoint.ts';

/**
 * Allowed retention in days. Job runs are kept at least as long as schedules look back, and
 * sessions longer than the maximum session duration.
 */
export const retentionDays = {
  runDays: { least: 90, most: 730 },
  sessionDays: { least: 2, most: 3650 },
  signInDays: { least: 2, most: 3650 },
  importDays: { least: 2, most: 3650 },
} as const;
export type RetentionSetting = keyof typeof retentionDays;
export const retentionSettings: readonly RetentionSetting[] = [
  'runDays',
  'sessionDays',
  'signInDays',
  'importDays',
];

const daysOf = ({ least, most }: { least: number; most: number }) =>
  z.int().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`);
export const maxDomains = 50;
export const longestCompanyName = 120;
export const longestCompanyAddress = 300;

const domainSchema = z
  .string()
  .max(253)
  .regex(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/,
    'must be a domain such as example.com',
  );

/** Access to a practice's insights: `signed` needs a signed link, `open` only the page's URL. */
export const insightsAccesses = ['signed', 'open'] as const;
export const insightsAccessSchema = z.enum(insightsAccesses);
export type InsightsAccess = z.output<typeof insightsAccessSchema>;

/** Settings made by administrators in the product. */
export const deskSettingsSchema = z.strictObject({
  /** Our company as printed on documents for customers; empty until set. */
  company: z.strictObject({
    name: textSchema.trim().max(longestCompanyName),
    address: textSchema.trim().max(longestCompanyAddress),
  }),
  /** Email domains allowed to sign in; empty allows every verified address. */
  allowedDomains: z
    .array(domainSchema)
    .max(maxDomains)
    .refine((list) => new Set(list).size === list.length, 'contains a domain twice'),
  /** Retention of finished job runs, in days. */
  runDays: daysOf(retentionDays.runDays),
  /** Retention of ended sessions, in days. */
  sessionDays: daysOf(retentionDays.sessionDays),
  /** Retention of sign-ins, refusals and sign-outs, in days. */
  signInDays: daysOf(retentionDays.signInDays),
  /** Retention of finished imports, in days. */
  importDays: daysOf(retentionDays.importDays),
  /** Access to insights; `null` until set: open in the demo, by signed link otherwise. */
  insightsAccess: insightsAccessSchema.nullable(),
});
export type DeskSettings = z.output<typeof deskSettingsSchema>;

/** Returns the company as one line for the end of documents; empty without a name. */
export const companyLine = ({ name, address }: DeskSettings['company']): string =>
  name === ''
    ? ''
    : [name, ...address.split('\n')].filter((part) => part.trim() !== '').join(' · ');

export const defaultDeskSettings: DeskSettings = {
  company: { name: '', address: '' },
  allowedDomains: [],
  runDays: 90,
  sessionDays: 90,
  signInDays: 365,
  importDays: 365,
  insightsAccess: null,
};

export const getCompany = endpoint({
  method: 'GET',
  path: '/api/admin/company',
  summary: 'Name and address of our company, for documents',
  response: deskSettingsSchema.shape.company,
});
