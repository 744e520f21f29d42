import { z } from 'zod';

export const roleSchema = z.enum(['member', 'admin']);

export type Role = z.output<typeof roleSchema>;

export const userSchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  picture: z.string().nullable(),
  role: roleSchema,
});

export type User = z.output<typeof userSchema>;
