import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import {
  createEqualArrayReuser,
  reuseLastResult,
  reuseLastResultPerObject,
} from '#server/core/last-result.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { sharedListRoute } from '#server/list/list-route.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { workListReaders } from '#server/work/lists.ts';
import { type Day, dayIn } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { riskColumns } from '#shared/risk/columns.ts';
import { exportRisks, getRiskList, type ListedRiskCustomer, riskTabs } from '#shared/risk/list.ts';
import {
  type CustomerWorkMaps,
  isOnRiskTab,
  joinRiskWithWork,
  type RiskRow,
} from '#shared/risk/rows.ts';
import type { RiskCase } from '#shared/work/cases.ts';
import type { InstitutionWorkSummary } from '#shared/work/tasks.ts';
import { createRiskListReader } from './list.ts';

type RiskList = ResponseOf<typeof getRiskList>;

export function riskListRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const customers = institutionListReader(dependencies);
  const { clock, env } = dependencies;
  const work = workListReaders(dependencies);
  const list = createRiskListReader(dependencies, customers);

  sharedListRoute(app, getRiskList, list);

  // Joins a row again only when the list, the customer's work or the day has changed.
  const joinRow = reuseLastResultPerObject(
    (
      customer: ListedRiskCustomer,
      answer: RiskList,
      riskCase: RiskCase | undefined,
      summary: InstitutionWorkSummary | undefined,
      today: Day,
    ) => joinRiskWithWork(customer, answer, { riskCase, summary }, today, env.BUSINESS_TIME_ZONE),
  );
  const reuseTabs = new Map(riskTabs.map((tab) => [tab, createEqualArrayReuser<RiskRow>()]));
  const rowsByTab = reuseLastResult(
    (answer: RiskList, { cases, summaries }: CustomerWorkMaps, today: Day) => {
      const rows = answer.rows.map((row) =>
        joinRow(row, answer, cases.get(row.institutionId), summaries.get(row.institutionId), today),
      );
      return new Map(
        [...reuseTabs].map(([tab, reuse]) => [
          tab,
          reuse(rows.filter((row) => isOnRiskTab(row, tab))),
        ]),
      );
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
