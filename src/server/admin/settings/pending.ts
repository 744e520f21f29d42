import { z } from 'zod';
import { writeAudit } from '#server/core/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import { insertSettings, settingsInForce, settingsOfVersion } from '#server/core/desk-settings.ts';
import { conflict, forbidden, notFound } from '#server/core/errors.ts';
import { type HeldChange, holdChange, settleChange } from '#server/core/pending-changes.ts';
import { currentRules, rulesOfVersion } from '#server/scoring/rules/rules-queries.ts';
import { saveRules, wantedRulesSchema } from '#server/scoring/rules/save.ts';
import type { PendingChange, postDecision } from '#shared/admin/settings/settings.ts';
import type { BodyOf } from '#shared/core/endpoint.ts';
import { deskSettingsSchema } from '#shared/core/settings/desk-settings.ts';
import { holdSettings, type PendingRow, pendingRows } from './queries.ts';
import { changeOnTop, differences } from './rules.ts';

const wantedSettingsSchema = z.object({ settings: deskSettingsSchema });

/** A change as it is told: against what it was made on. */
export async function toldChange(queries: Queries, { wanted, basedOn, ...row }: PendingRow, now: Date): Promise<PendingChange> {
  const times = { proposedAt: row.proposedAt.toISOString(), decidedAt: row.decidedAt?.toISOString() ?? null };
  const waits = row.state === 'waiting';
  if (row.kind === 'settings') {
    const change = await settingsChange(queries, basedOn, wanted);
    const isStale = waits && changeOnTop(change, (await settingsInForce(queries)).settings) === null;
    return { ...row, ...times, note: '', isStale, changes: differences(change.from, change.to) };
  }
  const { rules: after, note } = wantedRulesSchema.parse(wanted);
  const isStale = waits && (await currentRules(queries, now)).id !== basedOn;
  return { ...row, ...times, note, isStale, changes: differences(await rulesOfVersion(queries, basedOn), after) };
}

const settingsChange = async (queries: Queries, basedOn: number, wanted: unknown) => ({
  from: await settingsOfVersion(queries, basedOn),
  to: wantedSettingsSchema.parse(wanted).settings,
});

interface Decision extends BodyOf<typeof postDecision> {
  changeId: string;
  userId: string;
  at: Date;
}

/** Decides on a change, once: another administrator approves or refuses it, or its own proposer withdraws it. */
export async function decide(transaction: Queries, order: Decision): Promise<PendingChange> {
  const { changeId, decision, userId, at } = order;
  await holdSettings(transaction);
  const change = await holdChange(transaction, changeId);
  if (change === undefined) throw notFound('This change');
  if (change.state === 'waiting') await settle(transaction, change, order);
  else if (change.state !== decision || change.decidedBy !== userId) throw conflict(`This change was ${change.state} already.`);
  const [row] = await pendingRows(transaction, changeId);
  if (row === undefined) throw notFound('This change');
  return toldChange(transaction, row, at);
}

async function settle(transaction: Queries, change: HeldChange, { changeId, decision, reason, userId, at }: Decision): Promise<void> {
  const isOwn = change.proposedBy === userId;
  if (decision === 'withdrawn' && !isOwn) throw forbidden('Only who proposed a change can withdraw it.');
  if (decision !== 'withdrawn' && isOwn) throw forbidden('Another administrator has to decide on what you propose.');
  if (decision === 'approved') await apply(transaction, change, userId, at);
  await settleChange(transaction, changeId, { state: decision, by: userId, at, reason: reason === '' ? null : reason });
  await writeAudit(transaction, {
    at,
    actor: userId,
    action: `pending_change.${decision}`,
    objectType: 'pending_change',
    objectId: changeId,
    detail: { kind: change.kind, proposedBy: change.proposedBy, ...(reason === '' ? {} : { reason }) },
  });
}

async function apply(transaction: Queries, { kind, basedOn, wanted, proposedBy }: HeldChange, approvedBy: string, at: Date): Promise<void> {
  if (kind === 'scoring_rules') {
    if ((await currentRules(transaction, at)).id !== basedOn) throw stale();
    await saveRules(transaction, { ...wantedRulesSchema.parse(wanted), basedOn, createdBy: proposedBy, approvedBy, at });
    return;
  }
  const before = await settingsInForce(transaction);
  const settings = changeOnTop(await settingsChange(transaction, basedOn, wanted), before.settings);
  if (settings === null) throw stale();
  const version = before.version + 1;
  await insertSettings(transaction, { version, settings, madeBy: proposedBy, at });
  await auditSettings(transaction, { version, before: before.settings, after: settings, actor: approvedBy, at });
}

const stale = () => conflict('A setting that this changes was set to something else since. Refuse or withdraw it, and propose it again.');

export const auditSettings = (
  transaction: Queries,
  { version, before, after, actor, at }: { version: number; before: object; after: object; actor: string; at: Date },
) =>
  writeAudit(transaction, {
    at,
    actor,
    action: 'settings.save',
    objectType: 'setting_version',
    objectId: String(version),
    detail: { before, after },
  });
