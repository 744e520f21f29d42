import { z } from 'zod';

export const maxAllowedDomains = 50;

const domainSchema = z
  .string()
  .max(253)
  .regex(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/,
    'must be a domain such as example.com',
  );

export const signInSettingsSchema = z.object({
  /** Email domains allowed to sign in; empty allows every verified address. */
  allowedDomains: z
    .array(domainSchema)
    .max(maxAllowedDomains)
    .refine((list) => new Set(list).size === list.length, 'contains a domain twice')
    .default([])
    .meta({ title: 'Allowed domains' }),
});
