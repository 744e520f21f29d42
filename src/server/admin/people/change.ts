import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { findAllAccounts } from '#server/auth/administrator-queries.ts';
import {
  type AdministratorAccount,
  isActingAdministrator,
} from '#server/auth/administrator-rules.ts';
import {
  readAdminAndDomainSettings,
  updateAdministratorPeriods,
} from '#server/auth/administrators.ts';
import { lockAccounts } from '#server/auth/queries.ts';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Env } from '#server/core/env/env.ts';
import { conflict } from '#server/core/errors.ts';
import {
  findPendingChanges,
  savePendingChange,
} from '#server/core/settings/pending-changes-queries.ts';
import { accountStates } from '#shared/admin/people.ts';
import type { AuditAction } from '#shared/core/audit-actions.ts';
import { roleSchema } from '#shared/core/user.ts';
import { setAccountRole, setAccountStatus } from './queries.ts';
import { accountsWithSameEmail, doesAdministratorRemain } from './rules.ts';

/**
 * Change of an account as an admin requests it. The same data is saved while the change waits for
 * approval.
 */
export const accountChangeSchema = z.object({
  userId: z.uuid(),
  to: z.union([
    z.strictObject({ role: roleSchema }),
    z.strictObject({ state: z.enum(accountStates) }),
  ]),
});
export type AccountChange = z.output<typeof accountChangeSchema>;

interface Order {
  change: AccountChange;
  env: Env;
  at: Date;
  /** Name of the admin who made or approved the change. */
  by: string;
}

const takesAccess = ({ to }: AccountChange) =>
  'role' in to ? to.role === 'member' : to.state === 'disabled';

/**
 * Returns the id of the admin whose removal waits for approval; `undefined` when no removal is
 * pending.
 */
export async function findAdministratorPendingRemoval(
  queries: Queries,
): Promise<string | undefined> {
  const removal = (await findPendingChanges(queries)).find(
    ({ kind }) => kind === 'administrator_removal',
  );
  return removal === undefined ? undefined : accountChangeSchema.parse(removal.wanted).userId;
}

/**
 * Changes an account. While another change waits for a second admin, removing an admin is only
 * proposed. Otherwise, an admin could remove the admin who has to approve.
 */
export async function changeOrProposeAccount(
  transaction: Queries,
  order: Order,
): Promise<'changed' | 'waiting'> {
  const { change, env, at, by } = order;
  await lockAccounts(transaction);
  await updateAdministratorPeriods(transaction, { env, at });
  if (!(await removesAdministrator(transaction, change, env))) {
    await applyAccountChange(transaction, order);
    return 'changed';
  }
  const userToRemove = await findAdministratorPendingRemoval(transaction);
  if (userToRemove === change.userId) return 'waiting';
  if (userToRemove !== undefined)
    throw conflict(
      'The removal of another administrator is pending. Decide on it or withdraw it first, in Administration, Settings.',
    );
  if ((await findPendingChanges(transaction)).length === 0) {
    await applyAccountChange(transaction, order);
    return 'changed';
  }
  await requireAnotherAdministrator(transaction, change.userId, env);
  const changeId = randomUUID();
  const proposal = {
    changeId,
    kind: 'administrator_removal' as const,
    basedOn: 0,
    wanted: change,
    proposedBy: by,
    proposedAt: at,
  };
  await savePendingChange(transaction, proposal);
  await writeAudit(transaction, {
    ...{
      at,
      actor: by,
      action: 'user.propose_removal',
      objectType: 'app_user',
      objectId: change.userId,
    },
    detail: { changeId, ...change.to },
  });
  return 'waiting';
}

/**
 * Changes an account and updates the list of admins. Throws a 409 error when the change would
 * remove the last admin.
 */
export async function applyAccountChange(
  transaction: Queries,
  { change, env, at, by }: Order,
): Promise<void> {
  const { userId, to } = change;
  if (await removesAdministrator(transaction, change, env))
    await requireAnotherAdministrator(transaction, userId, env);
  const accounts = await findAllAccounts(transaction);
  const audit = (
    account: AdministratorAccount,
    action: AuditAction,
    before: object,
    after: object,
  ) => ({
    ...{ at, actor: by, action, objectType: 'app_user', objectId: account.userId },
    detail: { before, after },
  });
  const entries = accounts
    .filter((account) =>
      'role' in to
        ? account.userId === userId
        : accountsWithSameEmail(accounts, userId).includes(account.userId),
    )
    .filter((account) => ('role' in to ? account.role !== to.role : account.status !== to.state))
    .map((account) =>
      'role' in to
        ? audit(account, 'user.role', { role: account.role }, to)
        : audit(account, 'user.state', { state: account.status }, to),
    );
  if (entries.length === 0) return;
  if ('role' in to) await setAccountRole(transaction, userId, to.role, by);
  else await setAccountStatus(transaction, accountsWithSameEmail(accounts, userId), to.state);
  await updateAdministratorPeriods(transaction, { env, at, by });
  for (const entry of entries) await writeAudit(transaction, entry);
}

/** Returns `true` when the change removes an admin who has signed in and may still sign in. */
export async function removesAdministrator(
  transaction: Queries,
  change: AccountChange,
  env: Env,
): Promise<boolean> {
  const account = (await findAllAccounts(transaction)).find(
    ({ userId }) => userId === change.userId,
  );
  return (
    takesAccess(change) &&
    account !== undefined &&
    isActingAdministrator(account, await readAdminAndDomainSettings(transaction, env))
  );
}

const lastAdministrator =
  'No other administrator has signed in yet. Make another user an administrator and have them sign in first.';

async function requireAnotherAdministrator(
  transaction: Queries,
  userId: string,
  env: Env,
): Promise<void> {
  const accounts = await findAllAccounts(transaction);
  const rules = await readAdminAndDomainSettings(transaction, env);
  if (!doesAdministratorRemain(accounts, accountsWithSameEmail(accounts, userId), rules))
    throw conflict(lastAdministrator);
}
