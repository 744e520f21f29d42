import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { requireInstitutions } from '#server/institutions/existence.ts';
import { findRiskReasons, postRiskOutcomes } from '#shared/work/cases.ts';
import {
  countOutcomesMatchingRequest,
  findLastWeekScores,
  type InstitutionStateAtOutcome,
  insertRiskOutcomes,
  type ScoredWeek,
} from './outcome-queries.ts';

export function outcomeRoutes(app: FastifyInstance, { database, clock }: Dependencies): void {
  const { foreground } = database;

  route(app, postRiskOutcomes, async ({ body: { institutionIds, ...body }, user }) => {
    const institutionName = await requireInstitutions(foreground, institutionIds);
    const outcome = { ...body, userId: user.id, at: clock() };
    await foreground.transaction().execute(async (transaction) => {
      const weeks = new Map(
        (await findLastWeekScores(transaction, institutionIds)).map((week) => [
          week.institution_id,
          week,
        ]),
      );
      await insertRiskOutcomes(
        transaction,
        institutionIds.map((id) => outcomeContext(id, weeks.get(id))),
        outcome,
      );
      if (
        (await countOutcomesMatchingRequest(transaction, institutionIds, outcome)) <
        institutionIds.length
      )
        throw conflict('Another outcome already uses this id. Reload the page and try again.');
    });
    return { institutionIds, institutionName };
  });
}

function outcomeContext(
  institutionId: number,
  week: ScoredWeek | undefined,
): InstitutionStateAtOutcome {
  if (week === undefined)
    return { institutionId, week: null, score: null, tier: null, reasons: [] };
  const facts = {
    healthTier: week.tier,
    consecutiveWeeksDeclining: week.declining,
    hasZeroUsage: week.zeroUsage,
  };
  return {
    institutionId,
    week: week.week,
    score: week.score,
    tier: week.tier,
    reasons: findRiskReasons(facts, week.rules),
  };
}
