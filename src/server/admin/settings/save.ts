import { administratorAccounts } from '#server/auth/administrator-queries.ts';
import type { AdministratorPeriod } from '#server/auth/administrator-rules.ts';
import { needsSecondAdministrator, recordAdministrators } from '#server/auth/administrators.ts';
import { lockAccounts } from '#server/auth/queries.ts';
import { signInDomain } from '#server/auth/rules.ts';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Env } from '#server/core/env/env.ts';
import { conflict, unprocessable } from '#server/core/errors.ts';
import { currentSettings, insertSettings } from '#server/core/settings/desk-settings-queries.ts';
import {
  findPendingChanges,
  proposeChange,
} from '#server/core/settings/pending-changes-queries.ts';
import type { postSettings } from '#shared/admin/settings/settings.ts';
import type { BodyOf } from '#shared/core/endpoint.ts';
import type { DeskSettings } from '#shared/core/settings/desk-settings.ts';
import type { User } from '#shared/core/user.ts';
import { auditSettingsChange } from './pending.ts';
import { lockSettings } from './queries.ts';
import { allowedDomainsProblem, needsApproval, settingsDifferences } from './rules.ts';

interface Asked {
  body: BodyOf<typeof postSettings>;
  user: User;
  env: Env;
  at: Date;
}

/**
 * Saves settings as the next version, or proposes them for approval. Returns `true` when they wait
 * for a second admin.
 */
export async function saveSettings(
  transaction: Queries,
  { body: { changeId, version, settings }, user, env, at }: Asked,
): Promise<boolean> {
  await lockSettings(transaction);
  await lockAccounts(transaction);
  const before = await currentSettings(transaction);
  // A repeated request must not save the settings twice.
  if (
    before.version === version + 1 &&
    before.madeBy === user.id &&
    settingsDifferences(before.settings, settings).length === 0
  )
    return false;
  if (before.version !== version)
    throw conflict(
      'The settings changed after you opened them. Reload the page to see the current settings.',
    );
  await requireDomains(transaction, { before: before.settings, after: settings, user, env });
  if (
    before.settings.insightsAccess !== settings.insightsAccess &&
    env.INSIGHTS_ACCESS !== undefined
  )
    throw conflict(
      'INSIGHTS_ACCESS in the environment sets the access to insights. Change it there and restart Chairside.',
    );
  const change = { before: before.settings, after: settings };
  if (
    needsApproval(before.settings, settings) &&
    (await needsSecondAdministrator(transaction, user.id, { env, at }))
  ) {
    const proposal = {
      changeId,
      kind: 'settings' as const,
      basedOn: version,
      wanted: { settings },
      proposedBy: user.id,
      proposedAt: at,
    };
    if ((await proposeChange(transaction, proposal)) === 'proposed') {
      const audit = {
        action: 'settings.propose',
        objectType: 'pending_change',
        objectId: changeId,
        detail: change,
      };
      await writeAudit(transaction, { at, actor: user.id, ...audit });
    }
    return true;
  }
  if (settingsDifferences(before.settings, settings).length === 0) return false;
  const administrators = await recordAdministrators(transaction, { env, at });
  await insertSettings(transaction, { version: version + 1, settings, madeBy: user.id, at });
  await requireAdministrators(transaction, administrators, { user, env, at });
  await auditSettingsChange(transaction, { version: version + 1, ...change, actor: user.id, at });
  return false;
}

/**
 * Rejects domains that would lock out an admin while a change is pending. Then records the admins
 * under the new settings.
 */
async function requireAdministrators(
  transaction: Queries,
  before: readonly AdministratorPeriod[],
  { user, env, at }: Omit<Asked, 'body'>,
): Promise<void> {
  const after = await recordAdministrators(transaction, { env, at, by: user.id });
  const isOpen = ({ until }: AdministratorPeriod) => until === null;
  if (
    after.filter(isOpen).length < before.filter(isOpen).length &&
    (await findPendingChanges(transaction)).length > 0
  )
    throw conflict(
      'These domains would lock out an administrator while a change waits for approval. Decide on that change or withdraw it first, in Administration, Settings.',
    );
}

async function requireDomains(
  transaction: Queries,
  { before, after, user, env }: { before: DeskSettings; after: DeskSettings; user: User; env: Env },
): Promise<void> {
  if (before.allowedDomains.join() === after.allowedDomains.join()) return;
  if (env.ALLOWED_EMAIL_DOMAINS.length > 0)
    throw conflict(
      'ALLOWED_EMAIL_DOMAINS in the environment sets the allowed domains. Change it there and restart Chairside.',
    );
  const account = (await administratorAccounts(transaction)).find(
    ({ userId }) => userId === user.id,
  );
  const problem = allowedDomainsProblem(after.allowedDomains, account && signInDomain(account));
  if (problem !== null) throw unprocessable(problem);
}
