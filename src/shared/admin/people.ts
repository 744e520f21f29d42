import { z } from 'zod';
import { isEmailAddress } from '#shared/core/email-address.ts';
import { createListAnswerSchema, endpoint, textSchema } from '#shared/core/endpoint.ts';
import { normalizeId } from '#shared/core/text.ts';
import { roleSchema } from '#shared/core/user.ts';

export const accountStates = ['active', 'disabled'] as const;

export const accountSchema = z.strictObject({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  /** Role that applies, from ADMIN_EMAILS or from the user's account. */
  role: roleSchema,
  /**
   * `true` when ADMIN_EMAILS makes the user an administrator. The role then can't be changed in the
   * app.
   */
  isAdminBySetting: z.boolean(),
  state: z.enum(accountStates),
  /** Time of the last sign-in; `null` for an invited user who has never signed in. */
  lastSignInAt: z.iso.datetime().nullable(),
  /** Last activity in any active or ended session; `null` when no session is stored. */
  lastSeenAt: z.iso.datetime().nullable(),
  /** Number of active sessions. */
  sessions: z.int(),
  openTasks: z.int(),
  /**
   * `true` while the user's removal as an administrator waits for the approval of another
   * administrator.
   */
  isRemovalWaiting: z.boolean(),
});
export type Account = z.output<typeof accountSchema>;

export const getAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/accounts',
  summary: 'List the users with their roles and sessions',
  role: 'admin',
  response: createListAnswerSchema(accountSchema).extend({
    /** Domains that an invited address must have; empty when any address may be invited. */
    allowedDomains: z.array(z.string()),
  }),
});

export const getAdministrators = endpoint({
  method: 'GET',
  path: '/api/admin/administrators',
  summary: 'List the administrators',
  response: createListAnswerSchema(z.strictObject({ name: z.string(), email: z.string() })),
});

const accountParams = z.strictObject({ userId: z.uuid() });

export const sessionSchema = z.strictObject({
  sessionId: z.string(),
  startedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** `true` for the session with which the request was sent. */
  isOwn: z.boolean(),
});

export const getAccountSessions = endpoint({
  method: 'GET',
  path: '/api/admin/accounts/:userId/sessions',
  summary: 'List the active sessions of a user',
  role: 'admin',
  params: accountParams,
  response: createListAnswerSchema(sessionSchema),
});

export const postEndSessions = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/:userId/sessions/end',
  summary: 'End one session of a user, or all of them',
  role: 'admin',
  params: accountParams,
  body: z.strictObject({ sessionId: textSchema.min(1).max(100).nullable() }),
  response: z.strictObject({ ended: z.int() }),
});

export const postAccountRole = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/:userId/role',
  summary:
    'Change the role of a user. The last administrator cannot be removed. While a change that needs approval is pending, removing an administrator needs approval',
  role: 'admin',
  params: accountParams,
  body: z.strictObject({ role: roleSchema }),
  response: accountSchema,
});

export const postAccountState = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/:userId/state',
  summary:
    'Disable or enable a user. Disabling ends all sessions. The last administrator cannot be removed. While a change that needs approval is pending, removing an administrator needs approval',
  role: 'admin',
  params: accountParams,
  body: z.strictObject({ state: z.enum(accountStates) }),
  response: accountSchema,
});

export const postInvitation = endpoint({
  method: 'POST',
  path: '/api/admin/accounts',
  summary: 'Invite a user, who can have a role and tasks before the first sign-in',
  role: 'admin',
  body: z.strictObject({
    email: textSchema.overwrite(normalizeId).refine(isEmailAddress, 'is not an email address'),
    name: textSchema.trim().min(1, 'must not be empty').max(120),
    role: roleSchema,
  }),
  response: accountSchema,
});
