import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { listRoute } from '#server/list/list-route.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { findAllRiskCases } from '#server/work/cases-queries.ts';
import { findWorkSummaries } from '#server/work/tasks-queries.ts';
import { dayIn } from '#shared/core/dates.ts';
import { riskColumns } from '#shared/risk/columns.ts';
import { exportRisks, getRiskList } from '#shared/risk/list.ts';
import { isOnRiskTab, joinRisksWithWork } from '#shared/risk/rows.ts';
import { createRiskListReader } from './list.ts';

export function riskListRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const customers = institutionListReader(dependencies);
  const { clock, env, database } = dependencies;
  const list = createRiskListReader(dependencies, customers);

  listRoute(app, getRiskList, list);

  csvRoute(app, exportRisks, riskColumns, async ({ tab, owner }) => {
    const { answer } = await list();
    const today = dayIn(env.BUSINESS_TIME_ZONE, clock());
    const cases = new Map(
      (await findAllRiskCases(database.foreground, today)).map((each) => [
        each.institutionId,
        each,
      ]),
    );
    const summaries = new Map(
      (await findWorkSummaries(database.foreground, today)).map((each) => [
        each.institutionId,
        each,
      ]),
    );
    const rows = joinRisksWithWork(
      answer,
      { cases, summaries },
      today,
      env.BUSINESS_TIME_ZONE,
    ).filter((row) => isOnRiskTab(row, tab));
    const ownRows =
      owner === undefined ? rows : rows.filter(({ ownerName }) => ownerName === owner);
    return { rows: ownRows, fileName: `at-risk-${tab}-${today}` };
  });
}
