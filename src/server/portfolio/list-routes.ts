import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { createRecentAnswerCache } from '#server/core/recent.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { sharedListRoute } from '#server/list/list-route.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { computeKeyFigures, getKeyFigures } from '#shared/portfolio/key-figures.ts';
import {
  exportInstitutions,
  getInstitutionList,
  type ListedInstitution,
} from '#shared/portfolio/list.ts';
import { findSegmentRows } from '#shared/portfolio/segment.ts';
import { institutionListReader } from './list.ts';

export function institutionListRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { clock, env } = dependencies;
  const list = institutionListReader(dependencies);
  sharedListRoute(app, getInstitutionList, list);

  const figures = createRecentAnswerCache<ResponseOf<typeof getKeyFigures>>(60);

  /**
   * Returns the rows of the list that belong to a segment. Throws a 422 error for an invalid
   * segment.
   */
  function rowsOf(
    all: readonly ListedInstitution[],
    segment: string,
  ): readonly ListedInstitution[] {
    const { rows, problems } = findSegmentRows(all, new URLSearchParams(segment));
    if (problems.length > 0) throw unprocessable(problems.join('\n'));
    return rows;
  }

  route(app, getKeyFigures, async ({ query: { segment } }) => {
    const { answer, id } = await list();
    return figures(`${id} ${segment}`, async () => ({
      weekEndDate: answer.weekEndDate,
      ...computeKeyFigures(rowsOf(answer.rows, segment)),
    }));
  });

  csvRoute(app, exportInstitutions, institutionColumns, async ({ segment }) => {
    const { answer } = await list();
    return {
      rows: rowsOf(answer.rows, segment),
      fileName: `customers-${dayIn(env.BUSINESS_TIME_ZONE, clock())}`,
    };
  });
}
