import type { FastifyInstance } from 'fastify';
import { sendCachedList } from '#server/cached-list.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { sendCsv } from '#server/operations/csv-export.ts';
import { dayIn } from '#shared/dates.ts';
import { institutionColumns } from '#shared/institution-columns.ts';
import { getInstitutionList, institutionExportPath } from '#shared/institution-list.ts';
import type { InstitutionListCache } from './institution-list.ts';

export function institutionListRoutes(app: FastifyInstance, { clock, env }: Dependencies, list: InstitutionListCache): void {
  app.route({
    method: getInstitutionList.method,
    url: getInstitutionList.path,
    schema: { summary: getInstitutionList.summary, response: { 200: getInstitutionList.response } },
    handler: (request, reply) => sendCachedList(request, reply, list()),
  });

  app.get(
    institutionExportPath,
    { schema: { summary: 'The list of customers as CSV, as the search parameters say' } },
    async (request, reply) => {
      const { answer } = await list();
      const fileName = `customers-${dayIn(env.BUSINESS_TIME_ZONE, clock())}`;
      return sendCsv(request, reply, { rows: answer.institutions, columns: institutionColumns, fileName });
    },
  );
}
