import { z } from 'zod';
import { approvalProblem } from '#server/auth/administrator-rules.ts';
import { updateAdministratorPeriods } from '#server/auth/administrators.ts';
import { lockAccounts } from '#server/auth/queries.ts';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Env } from '#server/core/env/env.ts';
import { conflict, forbidden, notFound } from '#server/core/errors.ts';
import {
  findNewestSettingsWithVersion,
  findSettingsOfVersion,
  insertSettings,
  readNewestSettings,
} from '#server/core/settings/desk-settings-queries.ts';
import {
  type LockedPendingChange,
  lockPendingChange,
  savePendingDecision,
} from '#server/core/settings/pending-changes-queries.ts';
import { saveTestedRules, testedRulesSchema } from '#server/scoring/rules/save.ts';
import { findRulesOfVersion, readCurrentRules } from '#server/scoring/rules-queries.ts';
import type { PendingChange, postPendingChangeDecision } from '#shared/admin/settings/settings.ts';
import type { BodyOf } from '#shared/core/endpoint.ts';
import { pendingChangeStateLabels } from '#shared/core/settings/pending-changes.ts';
import {
  type AccountChange,
  accountChangeSchema,
  applyAccountChange,
  removesAdministrator,
} from '../people/change.ts';
import {
  findPendingChangeRows,
  findUserName,
  lockSettings,
  type PendingChangeRow,
} from './queries.ts';
import type { RegisteredSettings } from './registered-settings.ts';
import { applyPendingChange, settingsDifferences } from './rules.ts';

const wantedSettingsSchema = z.object({ settings: z.record(z.string(), z.unknown()) });

/**
 * Converts a pending change for the page. Adds its differences from the settings version on which
 * it is based.
 */
export async function toPendingChange(
  queries: Queries,
  { wanted, basedOn, ...row }: PendingChangeRow,
  { registered, env, at: now }: Pick<Decision, 'registered' | 'env' | 'at'>,
): Promise<PendingChange> {
  const times = {
    proposedAt: row.proposedAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
  const waits = row.state === 'waiting';
  if (row.kind === 'administrator_removal') {
    const removal = accountChangeSchema.parse(wanted);
    const isStale = waits && !(await removesAdministrator(queries, removal, env));
    return {
      ...row,
      ...times,
      note: '',
      trialId: null,
      isStale,
      changes: [await removalInWords(queries, removal)],
    };
  }
  if (row.kind === 'settings') {
    const { schema, titles } = registered;
    const change = await settingsChange(queries, { basedOn, wanted, schema });
    const isStale =
      waits && applyPendingChange(change, await readNewestSettings(queries, schema)) === null;
    return {
      ...row,
      ...times,
      note: '',
      trialId: null,
      isStale,
      changes: settingsDifferences(change.from, change.to, titles),
    };
  }
  const { rules: after, note, trialId } = testedRulesSchema.parse(wanted);
  const isStale = waits && (await readCurrentRules(queries, now)).id !== basedOn;
  return {
    ...row,
    ...times,
    note,
    trialId,
    isStale,
    changes: settingsDifferences(await findRulesOfVersion(queries, basedOn), after, {}),
  };
}

const removalInWords = async (queries: Queries, { userId, to }: AccountChange) => ({
  name: (await findUserName(queries, userId)) ?? 'A deleted account',
  before: 'Administrator',
  after: 'role' in to ? 'Member' : 'Disabled',
});

const settingsChange = async (
  queries: Queries,
  { basedOn, wanted, schema }: { basedOn: number; wanted: unknown; schema: z.ZodObject },
) => ({
  from: await findSettingsOfVersion(queries, basedOn, schema),
  to: schema.parse(wantedSettingsSchema.parse(wanted).settings),
});

interface Decision extends BodyOf<typeof postPendingChangeDecision> {
  changeId: string;
  userId: string;
  registered: RegisteredSettings;
  env: Env;
  at: Date;
}

/**
 * Records the decision on a change. A change can be decided only once. An admin who was already an
 * admin at the time of the request can approve the change. Any other admin can reject it. The
 * proposer can withdraw it.
 */
export async function recordPendingChangeDecision(
  transaction: Queries,
  order: Decision,
): Promise<PendingChange> {
  const { changeId, decision, userId } = order;
  await lockSettings(transaction);
  await lockAccounts(transaction);
  const change = await lockPendingChange(transaction, changeId);
  if (change === undefined) throw notFound('This change');
  if (change.state === 'waiting') await settle(transaction, change, order);
  else if (change.state !== decision || change.decidedBy !== userId)
    throw conflict(`This change was already ${pendingChangeStateLabels[change.state]}.`);
  const [row] = await findPendingChangeRows(transaction, changeId);
  if (row === undefined) throw notFound('This change');
  return toPendingChange(transaction, row, order);
}

async function settle(
  transaction: Queries,
  change: LockedPendingChange,
  order: Decision,
): Promise<void> {
  const { changeId, decision, reason, userId, at } = order;
  const isOwn = change.proposedBy === userId;
  if (decision === 'withdrawn' && !isOwn)
    throw forbidden('Only the person who proposed a change can withdraw it.');
  if (decision !== 'withdrawn' && isOwn)
    throw forbidden('Another administrator has to decide on your change.');
  if (decision === 'approved') {
    const request = {
      approver: userId,
      proposer: change.proposedBy,
      requestedAt: change.proposedAt,
    };
    const problem = approvalProblem(await updateAdministratorPeriods(transaction, order), request);
    if (problem !== null) throw forbidden(approvalProblems[problem]);
    await apply(transaction, change, order);
  }
  await savePendingDecision(transaction, changeId, {
    state: decision,
    by: userId,
    at,
    reason: reason === '' ? null : reason,
  });
  await writeAudit(transaction, {
    at,
    actor: userId,
    action: `pending_change.${decision}`,
    objectType: 'pending_change',
    objectId: changeId,
    detail: {
      kind: change.kind,
      proposedBy: change.proposedBy,
      ...(reason === '' ? {} : { reason }),
    },
  });
}

const approvalProblems = {
  'came later':
    'You became an administrator after this change was requested. Only an earlier administrator can approve it. You can reject it, or its proposer can withdraw it and request it again.',
  'made by the proposer':
    'The proposer of this change made you an administrator less than 72 hours before the request. Another administrator can approve it. You can reject it.',
};

async function apply(
  transaction: Queries,
  { kind, basedOn, wanted, proposedBy }: LockedPendingChange,
  { userId: approvedBy, registered: { schema }, env, at }: Decision,
): Promise<void> {
  if (kind === 'administrator_removal') {
    const change = accountChangeSchema.parse(wanted);
    if (!(await removesAdministrator(transaction, change, env)))
      throw conflict('This user is no longer an administrator. Reject or withdraw the change.');
    await applyAccountChange(transaction, { change, env, at, by: approvedBy });
    return;
  }
  if (kind === 'scoring_rules') {
    if ((await readCurrentRules(transaction, at)).id !== basedOn) throw stale();
    await saveTestedRules(transaction, {
      ...testedRulesSchema.parse(wanted),
      basedOn,
      createdBy: proposedBy,
      approvedBy,
      at,
    });
    return;
  }
  const before = await findNewestSettingsWithVersion(transaction, schema);
  const settings = applyPendingChange(
    await settingsChange(transaction, { basedOn, wanted, schema }),
    before.settings,
  );
  if (settings === null) throw stale();
  const version = before.version + 1;
  await insertSettings(transaction, { version, settings, madeBy: proposedBy, at });
  await auditSettingsChange(transaction, {
    version,
    before: before.settings,
    after: settings,
    actor: approvedBy,
    at,
  });
}

const stale = () =>
  conflict('The settings changed after this request. Reject or withdraw it, and request it again.');

export const auditSettingsChange = (
  transaction: Queries,
  {
    version,
    before,
    after,
    actor,
    at,
  }: { version: number; before: object; after: object; actor: string; at: Date },
) =>
  writeAudit(transaction, {
    at,
    actor,
    action: 'settings.save',
    objectType: 'setting_version',
    objectId: String(version),
    detail: { before, after },
  });
