import { lockActionItems, restoreActionItems } from '#server/action-items/queries.ts';
import type { Queries } from '#server/core/db/database.ts';
import { invalidatePracticeList } from '#server/institutions/queries.ts';
import { lockRiskCases } from '#server/work/cases/cases-queries.ts';
import { type WorkTimelineEvent, writeWorkEvents } from '#server/work/event-queries.ts';
import { restoreRiskCases } from '#server/work/undo/undo-queries.ts';
import type { Reassignment } from '#shared/team/reassign/reassign.ts';
import { findMovedCustomers, lockDeals, restoreDealOwners } from './deal-queries.ts';
import {
  lockProspectsAndTasks,
  restoreProspectOwners,
  restoreProspectTasks,
} from './prospect-queries.ts';
import { lockTasks, restoreTaskAssignees } from './task-queries.ts';

interface Undoing {
  reassignment: Reassignment;
  madeAt: Date;
  userId: string;
  at: Date;
  /** Name of the previous assignee, for timeline events. */
  fromName: string | null;
}

/** Undoes the reassignment of all items that have not changed since, and returns their number. */
export async function undoReassignments(
  transaction: Queries,
  { reassignment, madeAt, userId, at, fromName }: Undoing,
): Promise<number> {
  const { reassignmentId, from, moves } = reassignment;
  const made = { reassignmentId, userId, at };
  const cases = moves.flatMap((move) => (move.kind === 'risk' ? [move.institutionId] : []));
  const prospects = moves.filter((move) => move.kind === 'prospect');
  const prospectTasks = moves.filter((move) => move.kind === 'prospectTask');
  await lockProspectsAndTasks(transaction, prospects, prospectTasks);
  await lockTasks(
    transaction,
    moves.filter((move) => move.kind === 'task'),
  );
  await lockRiskCases(transaction, reassignmentId, cases);
  await lockActionItems(
    transaction,
    moves.flatMap((move) => (move.kind === 'call' ? [{ ...move, callId: move.id }] : [])),
  );
  await lockDeals(transaction, await findMovedCustomers(transaction, reassignmentId));
  const tasks = await restoreTaskAssignees(transaction, made);
  const restored =
    cases.length === 0
      ? []
      : await restoreRiskCases(transaction, {
          workId: reassignmentId,
          institutionIds: cases,
          userId,
          at,
        });
  const calls = await restoreActionItems(transaction, { changeId: reassignmentId, userId, at });
  const customers = await restoreDealOwners(transaction, made);
  if (customers.length > 0) await invalidatePracticeList(transaction);
  const events: WorkTimelineEvent[] = [
    ...tasks.map(({ institutionId, taskId, title }): WorkTimelineEvent => {
      return {
        institutionId,
        kind: 'task',
        event: 'assigned',
        subjectId: taskId,
        detail: { title, assignee: fromName },
      };
    }),
    ...restored.map(({ institution_id, told }): WorkTimelineEvent => {
      return {
        institutionId: institution_id,
        kind: 'risk',
        event: 'undone',
        subjectId: null,
        detail: { of: told.event },
      };
    }),
    ...calls.map(({ institution_id, title }): WorkTimelineEvent => {
      const detail = { title, what: 'last change undone', note: null };
      return {
        institutionId: institution_id,
        kind: 'milestone',
        event: 'call_changed',
        subjectId: null,
        detail,
      };
    }),
  ];
  await writeWorkEvents(transaction, events, userId, at);
  if (from.kind !== 'person') return events.length + customers.length;
  const restoredProspectWork =
    (await restoreProspectOwners(transaction, prospects, from.userId, made)) +
    (await restoreProspectTasks(transaction, prospectTasks, from.userId, { ...made, madeAt }));
  return events.length + customers.length + restoredProspectWork;
}
