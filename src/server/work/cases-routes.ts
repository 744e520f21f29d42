import type { FastifyInstance } from 'fastify';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { sameAsSent } from '#server/core/sent-again.ts';
import { requireInstitution, unknownInstitution } from '#server/institutions/existence.ts';
import { freshList } from '#server/list/cached-list.ts';
import { freshListRoute } from '#server/list/list-route.ts';
import { dayIn } from '#shared/core/dates.ts';
import {
  getRiskCase,
  getRiskCases,
  postRiskAssignee,
  postRiskOutcome,
  postRiskSnooze,
  postRiskUnsnooze,
  type RiskCase,
  riskReasonsOf,
} from '#shared/work/cases.ts';
import { snoozeProblem } from '#shared/work/rules.ts';
import {
  allRiskCases,
  assignCases,
  insertOutcome,
  type JudgedWeek,
  judgedWeek,
  riskCasesOf,
  riskOutcomesOf,
  snoozeCases,
  unsnoozeCases,
} from './cases-queries.ts';
import { type WorkEvent, workVersion, writeWorkEvents } from './event-queries.ts';
import { enabledPerson } from './people-queries.ts';

type CaseVersion = Pick<RiskCase, 'institutionId' | 'version'>;
type EventDetail = Pick<WorkEvent, 'event' | 'detail'>;

export function casesRoutes(app: FastifyInstance, { database, clock, env }: Dependencies): void {
  const { foreground } = database;
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  /** Changes those still at their version, and tells each one's timeline. */
  async function change(
    wanted: readonly CaseVersion[],
    userId: string,
    told: EventDetail,
    write: (queries: Queries, at: Date) => Promise<number[]>,
  ) {
    const ids = wanted.map((each) => each.institutionId);
    const before = await riskCasesOf(foreground, ids, today());
    const unknown = ids.find((id) => !before.some((each) => each.institutionId === id));
    if (unknown !== undefined) throw notFound(`Institution ${unknown}`);
    const at = clock();
    const done = new Set<number>();
    await foreground.transaction().execute(async (transaction) => {
      for (const id of await write(transaction, at)) done.add(id);
      const events = [...done].map((institutionId) => ({ ...told, institutionId, kind: 'risk' as const, subjectId: null }));
      await writeWorkEvents(transaction, events, userId, at);
    });
    if (done.size === 0) throw conflict('Somebody else has changed this since you opened it. Look at it as it stands now.');
    const after = await riskCasesOf(foreground, ids, today());
    return {
      changed: after.filter((each) => done.has(each.institutionId)),
      conflicts: after.filter((each) => !done.has(each.institutionId)),
    };
  }

  const cases = freshList(
    () => workVersion(foreground, today()),
    async () => getRiskCases.response.parse({ rows: await allRiskCases(foreground, today()) }),
  );
  freshListRoute(app, getRiskCases, cases);

  route(app, getRiskCase, async ({ params }) => {
    const [found] = await riskCasesOf(foreground, [params.id], today());
    if (found === undefined) throw unknownInstitution();
    return { ...found, outcomes: await riskOutcomesOf(foreground, params.id) };
  });

  route(app, postRiskAssignee, async ({ body, user }) => {
    const { cases, assigneeId } = body;
    const assignee = assigneeId === null ? undefined : await enabledPerson(foreground, assigneeId);
    if (assigneeId !== null && assignee === undefined) throw unprocessable('assigneeId: is nobody who can be given work');
    return change(cases, user.id, { event: 'assigned', detail: { assignee: assignee?.name ?? null } }, (queries, at) =>
      assignCases(queries, cases, { userId: user.id, at, assigneeId }),
    );
  });

  route(app, postRiskSnooze, async ({ body, user }) => {
    const { cases, until, reason } = body;
    const problem = snoozeProblem(until, today());
    if (problem !== undefined) throw unprocessable(`until: ${problem}`);
    return change(cases, user.id, { event: 'snoozed', detail: { until, reason } }, (queries, at) =>
      snoozeCases(queries, cases, { userId: user.id, at, until, reason }),
    );
  });

  route(app, postRiskUnsnooze, ({ body: { cases }, user }) =>
    change(cases, user.id, { event: 'unsnoozed', detail: {} }, (queries, at) => unsnoozeCases(queries, cases, { userId: user.id, at })),
  );

  route(app, postRiskOutcome, async ({ params, body, user }) => {
    await requireInstitution(foreground, params.id);
    const judged = judgement(await judgedWeek(foreground, params.id));
    await insertOutcome(foreground, { institutionId: params.id, userId: user.id, at: clock(), ...body, judged });
    return sameAsSent(
      (await riskOutcomesOf(foreground, params.id)).find(({ outcomeId }) => outcomeId === body.outcomeId),
      ({ by, outcome, note }) => by.id === user.id && outcome === body.outcome && note === body.note,
      'Another outcome was sent with this id before.',
    );
  });
}

/** What an outcome is kept beside. */
function judgement(week: JudgedWeek | undefined) {
  if (week === undefined) return { week: null, score: null, tier: null, reasons: [] };
  const facts = { healthTier: week.tier, consecutiveWeeksDeclining: week.declining, hasZeroUsage: week.zeroUsage };
  return { week: week.week, score: week.score, tier: week.tier, reasons: riskReasonsOf(facts, week.rules) };
}
