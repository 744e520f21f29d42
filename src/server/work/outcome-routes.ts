import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { requireInstitutions } from '#server/institutions/existence.ts';
import { postRiskOutcomes, riskReasonsOf } from '#shared/work/cases.ts';
import { countOutcomesAsSent, insertOutcomes, type Judged, type JudgedWeek, judgedWeeks } from './outcome-queries.ts';

export function outcomeRoutes(app: FastifyInstance, { database, clock }: Dependencies): void {
  const { foreground } = database;

  route(app, postRiskOutcomes, async ({ body: { institutionIds, ...body }, user }) => {
    const institutionName = await requireInstitutions(foreground, institutionIds);
    const outcome = { ...body, userId: user.id, at: clock() };
    await foreground.transaction().execute(async (transaction) => {
      const weeks = new Map((await judgedWeeks(transaction, institutionIds)).map((week) => [week.institution_id, week]));
      await insertOutcomes(
        transaction,
        institutionIds.map((id) => judgedAt(id, weeks.get(id))),
        outcome,
      );
      if ((await countOutcomesAsSent(transaction, institutionIds, outcome)) < institutionIds.length)
        throw conflict('Another outcome was sent with this id before.');
    });
    return { institutionIds, institutionName };
  });
}

function judgedAt(institutionId: number, week: JudgedWeek | undefined): Judged {
  if (week === undefined) return { institutionId, week: null, score: null, tier: null, reasons: [] };
  const facts = { healthTier: week.tier, consecutiveWeeksDeclining: week.declining, hasZeroUsage: week.zeroUsage };
  return { institutionId, week: week.week, score: week.score, tier: week.tier, reasons: riskReasonsOf(facts, week.rules) };
}
