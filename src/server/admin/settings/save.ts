import { isDeepStrictEqual } from 'node:util';
import { findAllAccounts } from '#server/auth/administrator-queries.ts';
import type { AdministratorPeriod } from '#server/auth/administrator-rules.ts';
import {
  readWhetherApprovalRequired,
  updateAdministratorPeriods,
} from '#server/auth/administrators.ts';
import { lockAccounts } from '#server/auth/queries.ts';
import { signInDomain } from '#server/auth/rules.ts';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Env } from '#server/core/env/env.ts';
import { conflict, unprocessable } from '#server/core/errors.ts';
import {
  findNewestSettingsWithVersion,
  insertSettings,
} from '#server/core/settings/desk-settings-queries.ts';
import {
  findPendingChanges,
  savePendingChange,
} from '#server/core/settings/pending-changes-queries.ts';
import { signInSettingsSchema } from '#shared/auth/sign-in-settings-schema.ts';
import type { BodyOf } from '#shared/core/endpoint.ts';
import type { AppSettings, postSettings } from '#shared/core/settings/app-settings.ts';
import type { User } from '#shared/core/user.ts';
import { auditSettingsChange } from './pending.ts';
import { lockSettings } from './queries.ts';
import { applySentSettings, type RegisteredSettings } from './registered-settings.ts';
import { lockOutByDomainsProblem } from './rules.ts';

interface SettingsRequest {
  body: BodyOf<typeof postSettings>;
  registered: RegisteredSettings;
  user: User;
  env: Env;
  at: Date;
}

/**
 * Saves settings as the next version, or proposes them for approval. Returns `true` when the
 * settings wait for a second admin.
 */
export async function saveSettings(
  transaction: Queries,
  { body: { changeId, version, settings: change }, registered, user, env, at }: SettingsRequest,
): Promise<boolean> {
  await lockSettings(transaction);
  await lockAccounts(transaction);
  const {
    version: saved,
    settings: before,
    madeBy,
  } = await findNewestSettingsWithVersion(transaction, registered.schema);
  const changed = applySentSettings(registered, before, change);
  if ('problem' in changed) throw unprocessable(changed.problem);
  const after = changed.settings;
  const isUnchanged = isDeepStrictEqual(before, after);
  // A repeated request is saved once.
  if (saved === version + 1 && madeBy === user.id && isUnchanged) return false;
  if (saved !== version)
    throw conflict(
      'The settings changed after you opened them. Reload the page to see the current settings.',
    );
  refuseEnvironmentSettings(registered, before, after);
  await requireDomains(transaction, { before, after, user });
  const versions = { before, after };
  if (
    [...registered.approved].some((key) => before[key] !== after[key]) &&
    (await readWhetherApprovalRequired(transaction, user.id, { env, at }))
  ) {
    const proposal = {
      changeId,
      kind: 'settings' as const,
      basedOn: version,
      wanted: { settings: after },
      proposedBy: user.id,
      proposedAt: at,
    };
    if ((await savePendingChange(transaction, proposal)) === 'proposed') {
      const audit = {
        action: 'settings.propose' as const,
        objectType: 'pending_change',
        objectId: changeId,
        detail: versions,
      };
      await writeAudit(transaction, { at, actor: user.id, ...audit });
    }
    return true;
  }
  if (isUnchanged) return false;
  const administrators = await updateAdministratorPeriods(transaction, { env, at });
  const next = version + 1;
  await insertSettings(transaction, { version: next, settings: after, madeBy: user.id, at });
  await requireAdministrators(transaction, administrators, { user, env, at });
  await auditSettingsChange(transaction, { version: next, ...versions, actor: user.id, at });
  return false;
}

/**
 * Updates the list of admins for the new settings. Throws when the new domains would lock out an
 * admin while a change is pending.
 */
async function requireAdministrators(
  transaction: Queries,
  before: readonly AdministratorPeriod[],
  { user, env, at }: Pick<SettingsRequest, 'user' | 'env' | 'at'>,
): Promise<void> {
  const after = await updateAdministratorPeriods(transaction, { env, at, by: user.id });
  const isOpen = ({ until }: AdministratorPeriod) => until === null;
  if (
    after.filter(isOpen).length < before.filter(isOpen).length &&
    (await findPendingChanges(transaction)).length > 0
  )
    throw conflict(
      'These domains would lock out an administrator while a change waits for approval. Decide on that change or withdraw it first, in Administration, Settings.',
    );
}

/** Throws a 409 when a setting was changed that the environment sets. */
function refuseEnvironmentSettings(
  { environment, titles }: RegisteredSettings,
  before: AppSettings,
  after: AppSettings,
): void {
  for (const [key, { variable, value }] of Object.entries(environment)) {
    if (value === undefined || isDeepStrictEqual(before[key], after[key])) continue;
    const title = titles[key] ?? key;
    throw conflict(
      `${variable} in the environment sets the ${title.charAt(0).toLowerCase()}${title.slice(1)}. Change it there and restart Chairside.`,
    );
  }
}

/** Throws a 422 when the allowed domains were changed so that the user could not sign in. */
async function requireDomains(
  transaction: Queries,
  { before, after, user }: { before: AppSettings; after: AppSettings; user: User },
): Promise<void> {
  const { allowedDomains } = signInSettingsSchema.parse(after);
  if (isDeepStrictEqual(before.allowedDomains, allowedDomains)) return;
  const account = (await findAllAccounts(transaction)).find(({ userId }) => userId === user.id);
  const problem = lockOutByDomainsProblem(allowedDomains, account && signInDomain(account));
  if (problem !== null) throw unprocessable(problem);
}
