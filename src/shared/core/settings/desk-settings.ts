import { z } from 'zod';
import { endpoint, textSchema } from '../endpoint.ts';

/** For how many days things may be kept: runs of jobs for as long as schedules look back, sessions for longer than one may live. */
export const keptDays = {
  runDays: { least: 90, most: 730 },
  sessionDays: { least: 2, most: 3650 },
  signInDays: { least: 2, most: 3650 },
  importDays: { least: 2, most: 3650 },
} as const;
export type Kept = keyof typeof keptDays;
export const kept: readonly Kept[] = ['runDays', 'sessionDays', 'signInDays', 'importDays'];

const daysOf = ({ least, most }: { least: number; most: number }) =>
  z.int().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`);
export const mostDomains = 50;
export const longestCompanyName = 120;
export const longestCompanyAddress = 300;

const domainSchema = z
  .string()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/, 'must be a domain such as example.com');

/** Whether a practice needs a link with a key to read its insights, or the page's address is enough. */
export const insightsAccesses = ['signed', 'open'] as const;
export const insightsAccessSchema = z.enum(insightsAccesses);
export type InsightsAccess = z.output<typeof insightsAccessSchema>;

/** What administrators set in the product. */
export const deskSettingsSchema = z.strictObject({
  /** Ours, as papers for customers name it; empty where nobody has said it. */
  company: z.strictObject({
    name: textSchema.trim().max(longestCompanyName),
    address: textSchema.trim().max(longestCompanyAddress),
  }),
  /** Who may sign in; empty lets every verified address in. */
  allowedDomains: z
    .array(domainSchema)
    .max(mostDomains)
    .refine((list) => new Set(list).size === list.length, 'names a domain twice'),
  /** Days for which runs of jobs are kept after they ended. */
  runDays: daysOf(keptDays.runDays),
  /** Days for which ended sessions are kept. */
  sessionDays: daysOf(keptDays.sessionDays),
  /** Days for which it is kept who signed in, was refused or signed out. */
  signInDays: daysOf(keptDays.signInDays),
  /** Days for which the records of imports are kept after they ended. */
  importDays: daysOf(keptDays.importDays),
  /** null where nobody has said it: open in the demo, by signed link anywhere else. */
  insightsAccess: insightsAccessSchema.nullable(),
});
export type DeskSettings = z.output<typeof deskSettingsSchema>;

/** The company on one line, as papers end with it; empty where nobody has said its name. */
export const companyLine = ({ name, address }: DeskSettings['company']): string =>
  name === '' ? '' : [name, ...address.split('\n')].filter((part) => part.trim() !== '').join(' · ');

export const usualDeskSettings: DeskSettings = {
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
  path: '/api/company',
  summary: 'What our company is called, for papers',
  response: deskSettingsSchema.shape.company,
});
