import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { unprocessable } from '#server/core/errors.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { listRoute } from '#server/list/list-route.ts';
import { dayIn } from '#shared/core/dates.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { exportInstitutions, getInstitutionList } from '#shared/portfolio/list.ts';
import { segmentRows } from '#shared/portfolio/segment.ts';
import { institutionList } from './list.ts';

export function institutionListRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { clock, env } = dependencies;
  const list = institutionList(dependencies);
  listRoute(app, getInstitutionList, list);

  csvRoute(app, exportInstitutions, institutionColumns, async ({ segment }) => {
    const { answer } = await list();
    const { rows, problems } = segmentRows(answer.rows, new URLSearchParams(segment));
    if (problems.length > 0) throw unprocessable(problems.join('\n'));
    return { rows, fileName: `customers-${dayIn(env.BUSINESS_TIME_ZONE, clock())}` };
  });
}
