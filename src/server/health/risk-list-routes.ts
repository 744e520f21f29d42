import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/dependencies.ts';
import { workSummaries } from '#server/institutions/tasks-queries.ts';
import { listRoute } from '#server/list-route.ts';
import { csvRoute } from '#server/operations/csv-export.ts';
import { dayIn } from '#shared/dates.ts';
import { riskColumns } from '#shared/risk-columns.ts';
import { exportRisks, getRiskList } from '#shared/risk-list.ts';
import { isOnTab, riskRows } from '#shared/risk-rows.ts';
import type { InstitutionListCache } from './institution-list.ts';
import { riskListCache } from './risk-list.ts';
import { allRiskCases } from './risk-queries.ts';

export function riskListRoutes(app: FastifyInstance, dependencies: Dependencies, customers: InstitutionListCache): void {
  const { clock, env, database } = dependencies;
  const list = riskListCache(dependencies, customers);

  listRoute(app, getRiskList, list);

  csvRoute(app, exportRisks, riskColumns, async ({ tab }) => {
    const { answer } = await list();
    const today = dayIn(env.BUSINESS_TIME_ZONE, clock());
    const cases = new Map((await allRiskCases(database.requests, today)).map((each) => [each.institutionId, each]));
    const summaries = new Map((await workSummaries(database.requests, today)).map((each) => [each.institutionId, each]));
    const rows = riskRows(answer, { cases, summaries }, today, env.BUSINESS_TIME_ZONE).filter((row) => isOnTab(row, tab));
    return { rows, fileName: `at-risk-${tab}-${today}` };
  });
}
