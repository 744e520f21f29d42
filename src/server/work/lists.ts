import type { Dependencies } from '#server/core/dependencies.ts';
import { reuseLastResult } from '#server/core/last-result.ts';
import { createVersionCheckedListReader } from '#server/list/cached-list.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { getRiskCases } from '#shared/work/cases.ts';
import { getInstitutionWorkSummaries } from '#shared/work/tasks.ts';
import { findRiskCasesWithChanges } from './cases/cases-queries.ts';
import { readWorkCacheVersion } from './event-queries.ts';
import { findWorkSummaries } from './tasks/tasks-queries.ts';
import { compareInstitutionIds, createWorkRowsReader } from './work-rows.ts';

const readers = new WeakMap<Dependencies, ReturnType<typeof createReaders>>();

/**
 * Returns readers for the server's cached lists of risk cases and work summaries. After a change
 * of work, the rows of the changed customers are read again; when a day begins, all rows.
 */
export function workListReaders(dependencies: Dependencies): ReturnType<typeof createReaders> {
  const found = readers.get(dependencies) ?? createReaders(dependencies);
  readers.set(dependencies, found);
  return found;
}

function createReaders({ database: { foreground }, clock, env }: Dependencies) {
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());
  const readVersion = () => readWorkCacheVersion(foreground, today());
  const source = { queries: foreground, today, compare: compareInstitutionIds };
  const readCases = createWorkRowsReader({
    ...source,
    find: async (institutionIds) =>
      getRiskCases.response.parse({
        rows: await findRiskCasesWithChanges(foreground, institutionIds, today()),
      }).rows,
  });
  const readSummaries = createWorkRowsReader({
    ...source,
    find: async (institutionIds) =>
      getInstitutionWorkSummaries.response.parse({
        rows: await findWorkSummaries(foreground, institutionIds, today()),
      }).rows,
  });
  const cases = createVersionCheckedListReader(readVersion, async () => ({
    rows: await readCases(),
  }));
  const summaries = createVersionCheckedListReader(readVersion, async () => ({
    rows: await readSummaries(),
  }));
  const indexWork = reuseLastResult(
    (
      found: ResponseOf<typeof getRiskCases>,
      touched: ResponseOf<typeof getInstitutionWorkSummaries>,
    ) => ({
      cases: new Map(found.rows.map((each) => [each.institutionId, each])),
      summaries: new Map(touched.rows.map((each) => [each.institutionId, each])),
    }),
  );
  return {
    cases,
    summaries,
    /**
     * Returns the risk cases and work summaries by institution id. Returns the same object until
     * work changes.
     */
    byCustomer: async () => indexWork((await cases()).answer, (await summaries()).answer),
  };
}
