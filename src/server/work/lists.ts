import type { Dependencies } from '#server/core/dependencies.ts';
import { reuseLastResult } from '#server/core/last-result.ts';
import { createFreshListReader } from '#server/list/cached-list.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { getRiskCases } from '#shared/work/cases.ts';
import { getWorkSummaries } from '#shared/work/tasks.ts';
import { findAllRiskCases } from './cases-queries.ts';
import { workVersion } from './event-queries.ts';
import { findWorkSummaries } from './tasks-queries.ts';

const readers = new WeakMap<Dependencies, ReturnType<typeof createReaders>>();

/**
 * Returns readers for the server's cached lists of risk cases and work summaries. The lists are
 * reloaded when work changes and when a day begins.
 */
export function workListReaders(dependencies: Dependencies): ReturnType<typeof createReaders> {
  const found = readers.get(dependencies) ?? createReaders(dependencies);
  readers.set(dependencies, found);
  return found;
}

function createReaders({ database: { foreground }, clock, env }: Dependencies) {
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());
  const readVersion = () => workVersion(foreground, today());
  const cases = createFreshListReader(readVersion, async () =>
    getRiskCases.response.parse({ rows: await findAllRiskCases(foreground, today()) }),
  );
  const summaries = createFreshListReader(readVersion, async () =>
    getWorkSummaries.response.parse({ rows: await findWorkSummaries(foreground, today()) }),
  );
  const indexWork = reuseLastResult(
    (found: ResponseOf<typeof getRiskCases>, touched: ResponseOf<typeof getWorkSummaries>) => ({
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
