import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { reuseLastResult } from '#server/core/last-result.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { listRoute } from '#server/list/list-route.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { workListReaders } from '#server/work/lists.ts';
import { type Day, dayIn } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { riskColumns } from '#shared/risk/columns.ts';
import { exportRisks, getRiskList, riskTabs } from '#shared/risk/list.ts';
import { type CustomerWork, isOnRiskTab, joinRisksWithWork } from '#shared/risk/rows.ts';
import { createRiskListReader } from './list.ts';

export function riskListRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const customers = institutionListReader(dependencies);
  const { clock, env } = dependencies;
  const work = workListReaders(dependencies);
  const list = createRiskListReader(dependencies, customers);

  listRoute(app, getRiskList, list);

  const rowsByTab = reuseLastResult(
    (answer: ResponseOf<typeof getRiskList>, customerWork: CustomerWork, today: Day) => {
      const rows = joinRisksWithWork(answer, customerWork, today, env.BUSINESS_TIME_ZONE);
      return new Map(riskTabs.map((tab) => [tab, rows.filter((row) => isOnRiskTab(row, tab))]));
    },
  );

  csvRoute(app, exportRisks, riskColumns, async ({ tab, owner }) => {
    const { answer } = await list();
    const today = dayIn(env.BUSINESS_TIME_ZONE, clock());
    const rows = rowsByTab(answer, await work.byCustomer(), today).get(tab) ?? [];
    const ownRows =
      owner === undefined ? rows : rows.filter(({ ownerName }) => ownerName === owner);
    return { rows: ownRows, fileName: `at-risk-${tab}-${today}` };
  });
}
