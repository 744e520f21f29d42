import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/dependencies.ts';
import { unprocessable } from '#server/errors.ts';
import { listRoute } from '#server/list-route.ts';
import { csvRoute } from '#server/operations/csv-export.ts';
import { dayIn } from '#shared/dates.ts';
import { institutionColumns } from '#shared/institution-columns.ts';
import { exportInstitutions, getInstitutionList } from '#shared/institution-list.ts';
import { segmentRows } from '#shared/segment.ts';
import type { InstitutionListCache } from './institution-list.ts';

export function institutionListRoutes(app: FastifyInstance, { clock, env }: Dependencies, list: InstitutionListCache): void {
  listRoute(app, getInstitutionList, list);

  csvRoute(app, exportInstitutions, institutionColumns, async ({ segment }) => {
    const { answer } = await list();
    const { rows, problems } = segmentRows(answer.institutions, new URLSearchParams(segment));
    if (problems.length > 0) throw unprocessable(problems.join('\n'));
    return { rows, fileName: `customers-${dayIn(env.BUSINESS_TIME_ZONE, clock())}` };
  });
}
