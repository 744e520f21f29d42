import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Dependencies } from '#server/dependencies.ts';
import { unprocessable } from '#server/errors.ts';
import { listRoute } from '#server/list-route.ts';
import { sendCsv } from '#server/operations/csv-export.ts';
import { segmentSchema } from '#shared/comparison.ts';
import { dayIn } from '#shared/dates.ts';
import { institutionColumns } from '#shared/institution-columns.ts';
import { getInstitutionList, institutionExportPath } from '#shared/institution-list.ts';
import { segmentRows } from '#shared/segment.ts';
import type { InstitutionListCache } from './institution-list.ts';

/** Beside the list's own parameters. */
const exportQuery = z.object({ segment: segmentSchema });

export function institutionListRoutes(app: FastifyInstance, { clock, env }: Dependencies, list: InstitutionListCache): void {
  listRoute(app, getInstitutionList, list);

  app.get(
    institutionExportPath,
    { schema: { summary: 'The list of customers as CSV, as the search parameters say', querystring: exportQuery } },
    async (request, reply) => {
      const { answer } = await list();
      const { segment } = exportQuery.parse(request.query);
      const { rows, problems } = segmentRows(answer.institutions, new URLSearchParams(segment));
      if (problems.length > 0) throw unprocessable(problems.join('\n'));
      const fileName = `customers-${dayIn(env.BUSINESS_TIME_ZONE, clock())}`;
      return sendCsv(request, reply, { rows, columns: institutionColumns, fileName });
    },
  );
}
