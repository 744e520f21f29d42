import type { FastifyInstance } from 'fastify';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { institutionNotFound, requireInstitutions } from '#server/institutions/existence.ts';
import { dayIn } from '#shared/core/dates.ts';
import {
  getRiskCase,
  postRiskAssignee,
  postRiskSnooze,
  postRiskUnsnooze,
  type RiskCase,
} from '#shared/work/cases.ts';
import { snoozeProblem } from '#shared/work/rules.ts';
import { writeWorkEvents } from '../event-queries.ts';
import { findEnabledPerson } from '../people-queries.ts';
import type { WorkChangeEvent } from '../schema.ts';
import {
  assignRiskCases,
  findEarlierCaseChanges,
  findRiskCases,
  listRiskOutcomes,
  lockRiskCases,
  type RiskCaseChange,
  snoozeRiskCases,
  unsnoozeRiskCases,
} from './cases-queries.ts';

interface ChangeRequest {
  changeId: string;
  cases: readonly Pick<RiskCase, 'institutionId' | 'version'>[];
  userId: string;
}

export function casesRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const { foreground } = database;
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  /**
   * Changes the cases whose version is unchanged and adds an event to each customer's timeline. A
   * repeated change id returns the first result again.
   */
  async function change(
    request: ChangeRequest,
    event: WorkChangeEvent,
    write: (queries: Queries, change: RiskCaseChange) => Promise<number[]>,
  ) {
    const { cases: requested, changeId, userId } = request;
    const ids = requested.map((each) => each.institutionId);
    await requireInstitutions(foreground, ids);
    const made = { changeId, userId, at: clock(), event };
    const done = await foreground.transaction().execute(async (transaction) => {
      await lockRiskCases(transaction, changeId, ids);
      const before = await findEarlierCaseChanges(transaction, ids, made);
      if (before.some(({ same }) => !same))
        throw conflict(
          'An earlier version of this change was already saved, so this one wasn’t. Reload the page to see what was saved, then try again.',
        );
      if (before.length > 0) return before.map((each) => each.institution_id);
      const changed = await write(transaction, made);
      const events = changed.map((institutionId) => ({
        ...event,
        institutionId,
        kind: 'risk' as const,
        subjectId: null,
      }));
      await writeWorkEvents(transaction, events, userId, made.at);
      return changed;
    });
    if (done.length === 0)
      throw conflict('Someone else changed this after you opened it. Check it, then try again.');
    const after = await findRiskCases(foreground, ids, today());
    return {
      changed: after.filter((each) => done.includes(each.institutionId)),
      conflicts: after.filter((each) => !done.includes(each.institutionId)),
      institutionName: await requireInstitutions(foreground, done),
    };
  }

  route(app, getRiskCase, async ({ params }) => {
    const [found] = await findRiskCases(foreground, [params.id], today());
    if (found === undefined) throw institutionNotFound();
    return { ...found, outcomes: await listRiskOutcomes(foreground, params.id) };
  });

  route(app, postRiskAssignee, async ({ body, user }) => {
    const { cases, assigneeId } = body;
    const assignee =
      assigneeId === null ? undefined : await findEnabledPerson(foreground, assigneeId);
    if (assigneeId !== null && assignee === undefined)
      throw unprocessable('assigneeId: this user is disabled. Choose someone else.');
    const event: WorkChangeEvent = {
      event: 'assigned',
      detail: { assignee: assignee?.name ?? null },
    };
    return change({ ...body, userId: user.id }, event, (queries, made) =>
      assignRiskCases(queries, cases, { ...made, assigneeId }),
    );
  });

  route(app, postRiskSnooze, async ({ body, user }) => {
    const { cases, until, reason } = body;
    const problem = snoozeProblem(until, today());
    if (problem !== undefined) throw unprocessable(`until: ${problem}`);
    const event: WorkChangeEvent = { event: 'snoozed', detail: { until, reason } };
    return change({ ...body, userId: user.id }, event, (queries, made) =>
      snoozeRiskCases(queries, cases, { ...made, until, reason }),
    );
  });

  route(app, postRiskUnsnooze, ({ body, user }) =>
    change({ ...body, userId: user.id }, { event: 'unsnoozed', detail: {} }, (queries, made) =>
      unsnoozeRiskCases(queries, body.cases, made),
    ),
  );
}
