import { randomUUID } from 'node:crypto';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict, notFound } from '#server/core/errors.ts';
import { blockImportStarts } from '#server/imports/runs/block-imports-queries.ts';
import type { CustomerTableDeclaration } from '#server/institutions/customer-table-rules.ts';
import { invalidatePracticeList } from '#server/institutions/queries.ts';
import { type WorkTimelineEvent, writeWorkEvents } from '#server/work/event-queries.ts';
import { cancelUnchangedTasks } from '#server/work/undo/undo-queries.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import { undoHours } from '#shared/work/undo.ts';
import { findSavedChange, insertProspectChange, lockProspects } from '../changes/queries.ts';
import { lockCustomers } from './new-customer-queries.ts';
import { type ConversionRow, findConversion, findConvertibleProspect } from './queries.ts';
import { conversionUndoDeadline, undoObstacleText } from './rules.ts';
import {
  conversionRowsSchema,
  deleteAddedEntitlements,
  deleteConversion,
  deleteNewCustomer,
  findTablesChangedSince,
  type LinkedRows,
  lockCustomer,
  type NewCustomerRows,
  restoreStage,
  stageBeforeSchema,
} from './undo-queries.ts';

interface UndoContext {
  prospect: { prospectId: number; placeId: string | null; name: string };
  userId: string;
  at: Date;
}

/**
 * Undoes a conversion in one transaction and returns the version of the prospect. Throws a 409
 * error when the conversion is too old or already undone, and when a new customer has data that the
 * undo would lose.
 */
export async function undoConversion(
  { database, clock }: Dependencies,
  { prospectId, conversionId }: { prospectId: number; conversionId: string },
  userId: string,
  tables: ReadonlyMap<string, CustomerTableDeclaration>,
): Promise<{ version: number }> {
  return database.foreground.transaction().execute(async (transaction) => {
    const source = await blockImportStarts(transaction);
    if (source !== undefined)
      throw conflict(`“${source}” is being imported. Undo the conversion afterwards.`);
    await lockCustomers(transaction);
    const [locked] = await lockProspects(transaction, [prospectId]);
    const prospect = await findConvertibleProspect(transaction, prospectId);
    if (locked === undefined || prospect === undefined) throw notFound('This prospect');
    const at = clock();
    const conversion = await findConversion(transaction, prospectId);
    if (conversion?.conversionId !== conversionId) {
      if ((await findSavedChange(transaction, prospectId, conversionId)) === undefined)
        throw notFound('This conversion');
      throw conflict('This conversion was already undone.');
    }
    if (at >= conversionUndoDeadline(conversion.at))
      throw conflict(
        `This conversion is more than ${undoHours} hours old and can no longer be undone.`,
      );
    const context = { prospect, userId, at };
    const rows = conversionRowsSchema.parse(conversion.created);
    const before = stageBeforeSchema.parse(conversion.before);
    if (rows.kind === 'new') await removeNewCustomer(transaction, conversion, rows, tables);
    else await unlinkCustomer(transaction, conversion, rows, context);
    await restoreStage(transaction, locked, before);
    await insertProspectChange(transaction, {
      prospectId,
      changeId: randomUUID(),
      userId,
      at,
      change: { action: 'undoConversion', institutionName: conversion.institutionName },
      before: { stage: before.stage },
    });
    await invalidatePracticeList(transaction);
    return { version: locked.version + 1 };
  });
}

async function removeNewCustomer(
  transaction: Queries,
  { institutionId, institutionName, conversionId }: ConversionRow,
  rows: NewCustomerRows,
  declared: ReadonlyMap<string, CustomerTableDeclaration>,
): Promise<void> {
  await lockCustomer(transaction, institutionId);
  const changed = await findTablesChangedSince(transaction, institutionId, conversionId, rows);
  if (changed.length > 0) {
    const nouns = new Set(changed.map((table) => nounOf(table, declared)));
    throw conflict(undoObstacleText(institutionName, [...nouns]));
  }
  await deleteConversion(transaction, institutionId, conversionId);
  await deleteNewCustomer(transaction, institutionId, rows.crmOwnerId);
}

/** Nouns for the rows of frequent tables that the comparison before a merge does not count. */
const nounsByTable: Readonly<Record<string, string>> = {
  institution: 'changed facts',
  location: 'changed locations',
  usage_daily: 'usage',
  usage_week: 'usage',
  feed_week: 'usage',
  score_week: 'official scores',
  product_week: 'official scores',
  work_event: 'new events',
  onboarding_change: 'onboarding steps',
  prospect_conversion: 'another prospect',
};

const nounOf = (table: string, declared: ReadonlyMap<string, CustomerTableDeclaration>): string =>
  nounsByTable[table] ?? declared.get(table)?.noun ?? 'other data';

async function unlinkCustomer(
  transaction: Queries,
  { institutionId, conversionId }: ConversionRow,
  rows: LinkedRows,
  { prospect, userId, at }: UndoContext,
): Promise<void> {
  await deleteConversion(transaction, institutionId, conversionId);
  await deleteAddedEntitlements(transaction, institutionId, rows);
  const canceled = await cancelUnchangedTasks(transaction, {
    workId: rows.taskId,
    institutionIds: [institutionId],
    userId,
    at,
  });
  const events: WorkTimelineEvent[] = [
    ...canceled.map(
      ({ title }): WorkTimelineEvent => ({
        institutionId,
        kind: 'task',
        event: 'dropped',
        subjectId: rows.taskId,
        detail: { title },
      }),
    ),
    {
      institutionId,
      kind: 'milestone',
      event: 'conversion_undone',
      subjectId: null,
      detail: { title: prospect.name, key: prospectKeyOf(prospect) },
    },
  ];
  await writeWorkEvents(transaction, events, userId, at);
}
