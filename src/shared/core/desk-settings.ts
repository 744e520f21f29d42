import { z } from 'zod';
import { endpoint, textSchema } from './endpoint.ts';

/** Runs of jobs are kept for at least so long, because schedules look back so far. */
export const runDays = { least: 90, most: 730 };
export const mostDomains = 50;
export const longestCompanyName = 120;
export const longestCompanyAddress = 300;

const domainSchema = z
  .string()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/, 'must be a domain such as example.com');

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
  /** Days for which runs of jobs are kept. */
  runDays: z.int().min(runDays.least, `must be at least ${runDays.least}`).max(runDays.most, `must be at most ${runDays.most}`),
});
export type DeskSettings = z.output<typeof deskSettingsSchema>;

export const usualDeskSettings: DeskSettings = { company: { name: '', address: '' }, allowedDomains: [], runDays: runDays.least };

export const getCompany = endpoint({
  method: 'GET',
  path: '/api/company',
  summary: 'What our company is called, for papers',
  response: deskSettingsSchema.shape.company,
});
