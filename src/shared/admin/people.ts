import { z } from 'zod';
import { isEmailAddress } from '#shared/core/email-address.ts';
import { endpoint, listAnswer, textSchema } from '#shared/core/endpoint.ts';
import { idKey } from '#shared/core/text.ts';
import { roleSchema } from '#shared/core/user.ts';

export const accountStates = ['active', 'disabled'] as const;

export const accountSchema = z.strictObject({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  /** The one that counts. */
  role: roleSchema,
  /** The settings name this person as an administrator, and only they can change it. */
  isAdminBySetting: z.boolean(),
  state: z.enum(accountStates),
  /** null for one who was invited or given work, and has never signed in. */
  lastSignInAt: z.iso.datetime().nullable(),
  /** Of a session, whether it lasts or not; null where none is kept. */
  lastSeenAt: z.iso.datetime().nullable(),
  /** Sessions that last. */
  sessions: z.int(),
  openTasks: z.int(),
  /** `true` while the removal of this administrator waits for another administrator. */
  isRemovalWaiting: z.boolean(),
});
export type Account = z.output<typeof accountSchema>;

export const getAccounts = endpoint({
  method: 'GET',
  path: '/api/accounts',
  summary: 'Everybody who may sign in, with roles and sessions',
  role: 'admin',
  response: listAnswer(accountSchema).extend({
    /** Domains that an invited address must have; empty when any address may be invited. */
    allowedDomains: z.array(z.string()),
  }),
});

export const getAdministrators = endpoint({
  method: 'GET',
  path: '/api/administrators',
  summary: 'The names of the administrators, for whoever needs one',
  response: listAnswer(z.strictObject({ name: z.string(), email: z.string() })),
});

const accountParams = z.strictObject({ userId: z.uuid() });

export const sessionSchema = z.strictObject({
  sessionId: z.string(),
  startedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** The one that asks. */
  isOwn: z.boolean(),
});

export const getAccountSessions = endpoint({
  method: 'GET',
  path: '/api/accounts/:userId/sessions',
  summary: 'The sessions of one person that last',
  role: 'admin',
  params: accountParams,
  response: listAnswer(sessionSchema),
});

export const postEndSessions = endpoint({
  method: 'POST',
  path: '/api/accounts/:userId/sessions/end',
  summary: 'End one session of a person, or all of them',
  role: 'admin',
  params: accountParams,
  body: z.strictObject({ sessionId: textSchema.min(1).max(100).nullable() }),
  response: z.strictObject({ ended: z.int() }),
});

export const postAccountRole = endpoint({
  method: 'POST',
  path: '/api/accounts/:userId/role',
  summary: 'Make a person an administrator or a member; one administrator stays, and removing one waits for another while a change waits',
  role: 'admin',
  params: accountParams,
  body: z.strictObject({ role: roleSchema }),
  response: accountSchema,
});

export const postAccountState = endpoint({
  method: 'POST',
  path: '/api/accounts/:userId/state',
  summary:
    'Disable a person, whose sessions end at once, or let one in again; one administrator stays, and removing one waits for another while a change waits',
  role: 'admin',
  params: accountParams,
  body: z.strictObject({ state: z.enum(accountStates) }),
  response: accountSchema,
});

export const postInvitation = endpoint({
  method: 'POST',
  path: '/api/accounts',
  summary: 'Let a person be given work, and a role, before the first sign-in',
  role: 'admin',
  body: z.strictObject({
    email: textSchema.overwrite(idKey).refine(isEmailAddress, 'is not an e-mail address'),
    name: textSchema.trim().min(1, 'must not be empty').max(120),
    role: roleSchema,
  }),
  response: accountSchema,
});
