import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict, forbidden, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { reuseLastResult } from '#server/core/last-result.ts';
import { requireInstitutions } from '#server/institutions/existence.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { versionCheckedListRoute } from '#server/list/list-route.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { writeWorkEvents } from '#server/work/event-queries.ts';
import { workListReaders } from '#server/work/lists.ts';
import { predictionColumns } from '#shared/churn/predictions/columns.ts';
import {
  exportPredictions,
  getPredictions,
  getSimilarFlaggedCustomers,
  type ListedPrediction,
  postVerdicts,
  postVerdictUndo,
  predictionTabs,
} from '#shared/churn/predictions/list.ts';
import { isOnPredictionTab, joinPredictionsWithWork } from '#shared/churn/predictions/rows.ts';
import { type Day, dayIn } from '#shared/core/dates.ts';
import type { CustomerWorkMaps } from '#shared/risk/rows.ts';
import { undoHours } from '#shared/work/undo.ts';
import { createPredictionListReader } from './list.ts';
import { findSimilarCases } from './similar-cases-queries.ts';
import {
  deleteVerdict,
  findInstitutionsWithVerdictId,
  findVerdictAuthor,
  insertVerdicts,
} from './verdict-queries.ts';

export function predictionRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const { foreground } = database;
  const work = workListReaders(dependencies);
  const list = createPredictionListReader(dependencies, institutionListReader(dependencies));
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  versionCheckedListRoute(app, getPredictions, list);

  const rowsByTab = reuseLastResult(
    (predictions: readonly ListedPrediction[], customerWork: CustomerWorkMaps, day: Day) => {
      const rows = joinPredictionsWithWork(predictions, customerWork, day, env.BUSINESS_TIME_ZONE);
      return new Map(
        predictionTabs.map((tab) => [tab, rows.filter((row) => isOnPredictionTab(row, tab))]),
      );
    },
  );

  csvRoute(app, exportPredictions, predictionColumns, async ({ tab }) => {
    const { answer } = await list();
    return {
      rows: rowsByTab(answer.rows, await work.byCustomer(), today()).get(tab) ?? [],
      fileName: `churn-predictions-${tab}-${today()}`,
    };
  });

  route(app, getSimilarFlaggedCustomers, ({ params }) =>
    findSimilarCases(foreground, params.id, today()),
  );

  route(app, postVerdicts, async ({ body, user }) => {
    const { verdictId, institutionIds, verdict, reason } = body;
    const institutionName = await requireInstitutions(foreground, institutionIds);
    const at = clock();
    await foreground.transaction().execute(async (transaction) => {
      const decided = await insertVerdicts(transaction, { ...body, userId: user.id, at });
      const all = await findInstitutionsWithVerdictId(transaction, verdictId, institutionIds);
      if (all.length < institutionIds.length)
        throw unprocessable('institutionIds: contains a customer without a prediction today');
      const events = decided.map((institutionId) => ({
        institutionId,
        kind: 'risk' as const,
        event: `prediction_${verdict}` as const,
        subjectId: null,
        detail: { reason },
      }));
      await writeWorkEvents(transaction, events, user.id, at);
    });
    return { institutionIds, institutionName };
  });

  route(app, postVerdictUndo, async ({ params: { verdictId }, user }) => {
    const at = clock();
    return foreground.transaction().execute(async (transaction) => {
      const author = await findVerdictAuthor(transaction, verdictId, user.id);
      if (author === undefined) return { institutionIds: [] };
      if (author.decided_by !== user.id)
        throw forbidden('Only the user who gave this verdict can undo it.');
      if (at.getTime() - author.decided_at.getTime() > undoHours * 3_600_000)
        throw conflict(
          `This verdict is more than ${undoHours} hours old and can no longer be undone.`,
        );
      const institutionIds = await deleteVerdict(transaction, verdictId, user.id);
      const events = institutionIds.map((institutionId) => ({
        institutionId,
        kind: 'risk' as const,
        event: 'prediction_verdict_undone' as const,
        subjectId: null,
        detail: {},
      }));
      await writeWorkEvents(transaction, events, user.id, at);
      return { institutionIds };
    });
  });
}
