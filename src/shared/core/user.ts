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

/**
 * Header with the id of the page's user. Every state-changing request of a session needs it. The
 * server rejects the request when another user is signed in.
 */
export const pageUserHeader = 'x-chairside-user';

/** Returns the message of a request that was rejected because `user` signed in meanwhile. */
export const anotherUserText = ({ name }: Pick<User, 'name'>): string =>
  `You are now signed in as ${name}. Reload to continue as ${name}.`;
