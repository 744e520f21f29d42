import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { collectCustomerTables } from '#server/institutions/customer-table-rules.ts';
import {
  getConversionDraft,
  postConversion,
  postConversionUndo,
} from '#shared/prospects/conversion.ts';
import { convertProspect } from './conversion.ts';
import { loadConversionDraft } from './customer.ts';
import { undoConversion } from './undo.ts';

export function conversionRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const tables = collectCustomerTables(app.rooms);

  route(app, getConversionDraft, async ({ params, query, user }) => {
    const draft = await loadConversionDraft(dependencies, params.prospectId, query, user);
    if (draft === undefined) throw notFound('This prospect');
    return draft;
  });

  route(app, postConversion, ({ params, body, user }) =>
    convertProspect(dependencies, params.prospectId, body, user.id),
  );

  route(app, postConversionUndo, ({ params, user }) =>
    undoConversion(dependencies, params, user.id, tables),
  );
}
