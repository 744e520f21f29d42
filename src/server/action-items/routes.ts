import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import {
  changedMeanwhile,
  conflict,
  forbidden,
  notFound,
  unprocessable,
} from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { requireInstitutions } from '#server/institutions/existence.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { versionCheckedListRoute } from '#server/list/list-route.ts';
import { writeWorkEvents } from '#server/work/event-queries.ts';
import { findEnabledPerson } from '#server/work/people-queries.ts';
import {
  type ActionItemChange,
  exportActionItems,
  getActionItems,
  postActionItem,
  postActionItemChange,
  postActionItemUndo,
} from '#shared/action-items/action-items.ts';
import { actionItemColumns } from '#shared/action-items/columns.ts';
import { dayIn } from '#shared/core/dates.ts';
import { dueProblem, snoozeProblem } from '#shared/work/rules.ts';
import { undoHours } from '#shared/work/undo.ts';
import { createActionItemListReader } from './list.ts';
import {
  changeActionItems,
  countItemsWithChangeId,
  findCustomersWithItemId,
  findItemsWithChangeId,
  insertActionItems,
  lockActionItems,
  restoreActionItems,
} from './queries.ts';
import { buildItemChangeTimelineEvent } from './rules.ts';

export function actionItemRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const list = createActionItemListReader(dependencies);
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  async function personOf(queries: Queries, assigneeId: string | null): Promise<string | null> {
    if (assigneeId === null) return null;
    const person = await findEnabledPerson(queries, assigneeId);
    if (person === undefined)
      throw unprocessable('assigneeId: this user is disabled. Choose someone else.');
    return person.name;
  }

  function requirePossible(change: ActionItemChange): void {
    const problem =
      change.action === 'due'
        ? dueProblem(change.dueOn, today())
        : change.action === 'snooze'
          ? snoozeProblem(change.until, today())
          : undefined;
    if (problem !== undefined) throw unprocessable(`The date ${problem}.`);
  }

  versionCheckedListRoute(app, getActionItems, list);

  csvRoute(app, exportActionItems, actionItemColumns, async () => ({
    rows: (await list()).answer.rows,
    fileName: `action-items-${today()}`,
  }));

  route(app, postActionItem, async ({ body, user }) => {
    const { institutionIds, ...sent } = body;
    await requireInstitutions(database.foreground, institutionIds);
    const call = { ...sent, userId: user.id, at: clock() };
    return database.foreground.transaction().execute(async (transaction) => {
      const before = await findCustomersWithItemId(transaction, institutionIds, call);
      if (before.some(({ same }) => !same))
        throw conflict('Another action item already uses this id. Reload the page and try again.');
      const repeated = before.map((each) => each.institution_id);
      if (repeated.length === institutionIds.length) return { added: repeated, alreadyOpen: [] };
      const problem = dueProblem(sent.dueOn, today());
      if (problem !== undefined) throw unprocessable(`dueOn: ${problem}`);
      const assignee = await personOf(transaction, sent.assigneeId);
      const added = await insertActionItems(transaction, institutionIds, call);
      const what = assignee === null ? 'added' : `added for ${assignee}`;
      const detail = { title: call.title, what, note: call.details === '' ? null : call.details };
      const events = added.map(
        (institutionId) =>
          ({
            institutionId,
            kind: 'milestone',
            event: 'call_changed',
            subjectId: null,
            detail,
          }) as const,
      );
      await writeWorkEvents(transaction, events, user.id, call.at);
      const open = institutionIds.filter((id) => !added.includes(id) && !repeated.includes(id));
      return { added: [...repeated, ...added], alreadyOpen: open };
    });
  });

  route(app, postActionItemChange, async ({ body, user }) => {
    const { changeId, calls, change } = body;
    const work = { changeId, userId: user.id, at: clock(), change };
    return database.foreground.transaction().execute(async (transaction) => {
      const locked = await lockActionItems(transaction, calls);
      if (locked.length < calls.length) throw notFound('An action item');
      const before = await countItemsWithChangeId(transaction, calls, work);
      if (!before.same)
        throw conflict(
          'An earlier version of this change was already saved, so this one wasn’t. Reload the page to see what was saved, then try again.',
        );
      if (before.count > 0)
        return { changed: before.count, conflicts: calls.length - before.count };
      requirePossible(change);
      const assignee =
        change.action === 'assign' ? await personOf(transaction, change.assigneeId) : null;
      const changed = await changeActionItems(transaction, calls, work);
      if (changed.length === 0)
        throw changedMeanwhile(
          calls.length === 1 ? 'This action item' : 'Each of these action items',
        );
      const events = changed.map(({ institution_id, title }) => {
        const event = buildItemChangeTimelineEvent(title, change, assignee);
        return {
          ...event,
          institutionId: institution_id,
          kind: 'milestone' as const,
          subjectId: null,
        };
      });
      await writeWorkEvents(transaction, events, user.id, work.at);
      if (changed.length > 1) {
        const audit = {
          at: work.at,
          actor: user.id,
          action: `call.${change.action}` as const,
          objectType: 'call_to_action',
          objectId: changeId,
        };
        await writeAudit(transaction, {
          ...audit,
          detail: { calls: changed.map(({ call_id }) => call_id), change },
        });
      }
      return { changed: changed.length, conflicts: calls.length - changed.length };
    });
  });

  route(app, postActionItemUndo, async ({ body: { changeId }, user }) => {
    const at = clock();
    return database.foreground.transaction().execute(async (transaction) => {
      const made = await findItemsWithChangeId(transaction, changeId);
      const [first] = made;
      if (first === undefined) throw notFound('This change');
      if (first.changed_by !== user.id)
        throw forbidden('Only the person who made this change can undo it.');
      if (at.getTime() - first.changed_at.getTime() > undoHours * 3_600_000)
        throw conflict(
          `This change is more than ${undoHours} hours old and can no longer be undone.`,
        );
      const restored = await restoreActionItems(transaction, { changeId, userId: user.id, at });
      const events = restored.map(({ institution_id, title }) => {
        const detail = { title, what: 'last change undone', note: null };
        return {
          institutionId: institution_id,
          kind: 'milestone',
          event: 'call_changed',
          subjectId: null,
          detail,
        } as const;
      });
      await writeWorkEvents(transaction, events, user.id, at);
      const undone = restored.length + made.filter(({ undone_at }) => undone_at !== null).length;
      if (undone === 0)
        throw conflict('Someone changed this in the meantime, so it wasn’t undone.');
      return { undone, kept: made.length - undone };
    });
  });
}
