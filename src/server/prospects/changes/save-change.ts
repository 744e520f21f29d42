import type { Queries } from '#server/core/db/database.ts';
import { readNewestSettings } from '#server/core/settings/desk-settings-queries.ts';
import { findEnabledPeople } from '#server/work/people-queries.ts';
import type { ProspectChange } from '#shared/prospects/changes.ts';
import { salesSettingsSchema } from '#shared/prospects/sales-settings.ts';
import { createTerritorySearch } from '#shared/prospects/territories.ts';
import { phoneKeyOf } from '../duplicates/key-rules.ts';
import { parseAddressEnd } from '../list/list-rules.ts';
import type { ClosingScore } from './closing-scores.ts';
import {
  insertProspectChange,
  insertSuppression,
  type LockedProspect,
  liftSuppressions,
  updateProspectWork,
} from './queries.ts';
import { applyProspectChange, type ChangeContext, valuesBefore } from './rules.ts';

/** Returns a function that collects the facts on which a change of a prospect depends. */
export async function createChangeContext(
  transaction: Queries,
  { action, userId, at }: Pick<ChangeContext, 'userId' | 'at'> & Pick<ProspectChange, 'action'>,
): Promise<(prospect: LockedProspect, score: ClosingScore | undefined) => ChangeContext> {
  const { exitCriteria, salesTerritories } = await readNewestSettings(
    transaction,
    salesSettingsSchema,
  );
  const findTerritory = createTerritorySearch(salesTerritories);
  const people = action === 'assignByTerritory' ? await findEnabledPeople(transaction) : [];
  const enabled = new Set(people.map(({ id }) => id));
  return ({ address }, score) => ({
    userId,
    at,
    exitCriteria,
    territory: findTerritory(parseAddressEnd(address)),
    isEnabled: (id) => enabled.has(id),
    score,
  });
}

/**
 * Saves a change of a prospect. `suppressedAt` limits lifting to the prospect's suppression of that
 * time. Returns `false` when the change does not apply to the prospect.
 */
export async function saveChange(
  transaction: Queries,
  prospect: LockedProspect,
  {
    changeId,
    change,
    context,
    suppressedAt,
  }: {
    changeId: string;
    change: ProspectChange;
    context: ChangeContext;
    suppressedAt?: Date | undefined;
  },
): Promise<boolean> {
  const work = applyProspectChange(prospect, change, context);
  if (work === null) return false;
  const { prospectId } = prospect;
  const { userId, at } = context;
  const phoneDigits = phoneKeyOf(prospect.phone);
  const saved = { changeId, userId, at, change };
  if (change.action === 'suppress') {
    const { reason } = change;
    await insertSuppression(transaction, { prospectId, phoneDigits, reason, userId, at });
  }
  if (change.action === 'liftSuppression') {
    const lifted = await liftSuppressions(transaction, {
      prospectId,
      phoneDigits,
      userId,
      at,
      onlyAddedAt: suppressedAt ?? null,
    });
    if (lifted.count === 0) return false;
    for (const other of lifted.otherProspects)
      await insertProspectChange(transaction, { ...saved, prospectId: other, before: {} });
  }
  await updateProspectWork(transaction, prospect, work, at);
  const before = valuesBefore(prospect, change, context);
  await insertProspectChange(transaction, { ...saved, prospectId, before });
  return true;
}
