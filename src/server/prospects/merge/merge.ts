import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Queries } from '#server/core/db/database.ts';
import { changedMeanwhile, conflict, notFound, unprocessable } from '#server/core/errors.ts';
import { findMergedProspects } from '#server/work/prospect-tasks/merged-prospects-queries.ts';
import type { Day } from '#shared/core/dates.ts';
import {
  type ProspectFactField,
  prospectFactFields,
  prospectFactLabels,
} from '#shared/prospects/changes.ts';
import { type ProspectMergeRequest, prospectMergeProblem } from '#shared/prospects/merge.ts';
import { findSavedChange, insertProspectChange, lockProspectWork } from '../changes/queries.ts';
import { otherChangeSaved } from '../changes/rules.ts';
import { factValues } from '../list/list-rules.ts';
import { findProspectRecords, type ProspectRecord } from '../list/record-queries.ts';
import { findEnteredFacts } from '../profile/profile-queries.ts';
import {
  type FactRow,
  findActiveMergeIdsInto,
  findFactRows,
  findLaterMerge,
  findMerge,
  findMergedWork,
  insertMerge,
  lockProspectRows,
  type MergeUndoData,
  mergeUndoSchema,
  replaceFactRows,
  saveMergedWork,
  saveMergeUndo,
} from './merge-queries.ts';
import { mergeWork, restoreWork, takeValues } from './merge-rules.ts';
import { findProspectTables, moveProspectRows, moveProspectRowsBack } from './moves-queries.ts';

interface Actor {
  userId: string;
  at: Date;
}

/** Merges a prospect into another. A repeated request with the same id changes nothing. */
export async function mergeProspects(
  transaction: Queries,
  request: ProspectMergeRequest,
  { userId, at, today }: Actor & { today: Day },
): Promise<void> {
  const { mergeId, ...asked } = request;
  const keptId = asked.kept.prospectId;
  const otherId = asked.other.prospectId;
  const ids = [keptId, otherId];
  if (keptId === otherId) throw unprocessable('other: must be another prospect');
  const locked = await lockProspectWork(transaction, ids);
  await lockProspectRows(transaction, ids);
  const saved = await findMerge(transaction, mergeId);
  if (saved !== undefined) {
    if (saved.undone_at !== null)
      throw conflict('This merge was undone. Reload the page to merge the prospects again.');
    if (isDeepStrictEqual(saved.request, asked)) return;
    throw conflict('Another merge has this id. Reload the page, then try again.');
  }
  const kept = locked.find(({ prospectId }) => prospectId === keptId);
  const other = locked.find(({ prospectId }) => prospectId === otherId);
  if (kept === undefined || other === undefined) throw notFound('A prospect');
  if ((await findSavedChange(transaction, keptId, mergeId)) !== undefined) throw otherChangeSaved();
  const [merged] = await findMergedProspects(transaction, ids);
  if (merged !== undefined)
    throw conflict(`${merged.name} was already merged into ${merged.keptName}.`);
  if (kept.version !== asked.kept.version) throw changedMeanwhile(kept.name);
  if (other.version !== asked.other.version) throw changedMeanwhile(other.name);
  const problem = prospectMergeProblem(kept, other);
  if (problem !== undefined) throw conflict(problem);

  const records = new Map(
    (await findProspectRecords(transaction, ids, today)).map((record) => [
      record.prospectId,
      record,
    ]),
  );
  const [keptRecord, otherRecord] = [records.get(keptId), records.get(otherId)];
  if (keptRecord === undefined || otherRecord === undefined) throw notFound('A prospect');
  const before = await findMergedWork(transaction, keptId);
  const otherWork = await findMergedWork(transaction, otherId);
  const after = mergeWork(before, otherWork, asked.work);
  const facts = await takeFacts(transaction, asked, { keptRecord, otherRecord }, userId);
  const tables = await findProspectTables(transaction);
  const undoData: MergeUndoData = {
    keptName: kept.name,
    otherName: other.name,
    work: { before, after },
    facts,
    moved: await moveProspectRows(transaction, tables, { from: otherId, to: keptId }),
    mergeIds: await findActiveMergeIdsInto(transaction, otherId),
  };
  await saveMergedWork(transaction, keptId, after);
  // Raises the version, so that changes of the merged prospect by other users are refused.
  await saveMergedWork(transaction, otherId, otherWork);
  await insertMerge(transaction, {
    mergeId,
    keptId,
    otherId,
    userId,
    at,
    request: asked,
    undoData,
    taken: takeValues(keptRecord, otherRecord, asked.facts.address === 'other'),
  });
  await insertProspectChange(transaction, {
    prospectId: keptId,
    changeId: mergeId,
    userId,
    at,
    change: { action: 'merge', name: other.name, into: kept.name },
    before: {},
  });
}

/** Gives the remaining prospect the chosen facts of the merged one. Returns the changed rows. */
async function takeFacts(
  transaction: Queries,
  { facts, kept, other }: Omit<ProspectMergeRequest, 'mergeId'>,
  { keptRecord, otherRecord }: { keptRecord: ProspectRecord; otherRecord: ProspectRecord },
  userId: string,
): Promise<MergeUndoData['facts']> {
  const [own, taken] = [factValues(keptRecord), factValues(otherRecord)];
  const fields = prospectFactFields.filter(
    (field) =>
      facts[field] === 'other' &&
      (taken[field] ?? '') !== '' &&
      (own[field] ?? '') !== (taken[field] ?? ''),
  );
  if (fields.length === 0) return [];
  const rowOf = (rows: readonly FactRow[], field: ProspectFactField) =>
    rows.find((each) => each.field === field)?.row;
  const before = await findFactRows(transaction, kept.prospectId, fields);
  const entered = await findFactRows(transaction, other.prospectId, fields);
  const earlier = await findEnteredFacts(transaction, other.prospectId);
  await replaceFactRows(
    transaction,
    kept.prospectId,
    fields,
    fields.map(
      (field) =>
        rowOf(entered, field) ?? {
          field,
          value: taken[field],
          entered_by: userId,
          checked_at: otherRecord.createdAt,
          source: otherRecord.directory === 'nppes' ? 'nppes' : null,
        },
    ),
  );
  const after = await findFactRows(transaction, kept.prospectId, fields);
  return fields.map((field) => ({
    field,
    before: rowOf(before, field) ?? null,
    after: rowOf(after, field) ?? {},
    source:
      rowOf(entered, field) === undefined
        ? otherRecord.source
        : (earlier.find((fact) => fact.field === field)?.takenFrom ?? null),
  }));
}

/**
 * Undoes a merge. Values and rows that changed after the merge stay with the remaining prospect.
 * Returns the labels of these values.
 */
export async function undoProspectMerge(
  transaction: Queries,
  mergeId: string,
  { userId, at }: Actor,
): Promise<string[]> {
  const merge = await findMerge(transaction, mergeId);
  if (merge === undefined) throw notFound('This merge');
  const { prospect_id: otherId, kept_id: keptId, position } = merge;
  const locked = await lockProspectWork(transaction, [keptId, otherId]);
  await lockProspectRows(transaction, [keptId, otherId]);
  if ((await findMerge(transaction, mergeId))?.undone_at !== null) return [];
  const later = await findLaterMerge(transaction, keptId, position);
  if (later !== undefined)
    throw conflict(`Undo the later merge of ${later.otherName} into ${later.keptName} first.`);
  const undoData = mergeUndoSchema.parse(merge.undo_data);
  const { keptName, otherName, moved, mergeIds } = undoData;
  const restored = restoreWork(await findMergedWork(transaction, keptId), undoData.work);
  const retained = [
    ...restored.retained,
    ...(await restoreFacts(transaction, keptId, undoData.facts)),
  ];
  await moveProspectRowsBack(transaction, await findProspectTables(transaction), moved, {
    from: keptId,
    to: otherId,
  });
  await saveMergedWork(transaction, keptId, restored.work);
  await saveMergedWork(transaction, otherId, await findMergedWork(transaction, otherId));
  await saveMergeUndo(transaction, mergeId, { otherId, mergeIds }, { userId, at });
  for (const prospect of locked)
    await insertProspectChange(transaction, {
      prospectId: prospect.prospectId,
      changeId: randomUUID(),
      userId,
      at,
      change: { action: 'undoMerge', name: otherName, into: keptName },
      before: {},
    });
  return retained;
}

/** Restores the facts that did not change after the merge. Returns the labels of the others. */
async function restoreFacts(
  transaction: Queries,
  keptId: number,
  facts: MergeUndoData['facts'],
): Promise<string[]> {
  const fields = facts.map(({ field }) => field);
  const now = new Map(
    (await findFactRows(transaction, keptId, fields)).map(({ field, row }) => [field, row]),
  );
  const isUnchanged = ({ field, after }: MergeUndoData['facts'][number]) =>
    isDeepStrictEqual(now.get(field), after);
  const unchanged = facts.filter(isUnchanged);
  await replaceFactRows(
    transaction,
    keptId,
    unchanged.map(({ field }) => field),
    unchanged.flatMap(({ before }) => (before === null ? [] : [before])),
  );
  return facts.filter((fact) => !isUnchanged(fact)).map(({ field }) => prospectFactLabels[field]);
}
