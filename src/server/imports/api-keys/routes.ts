import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict, notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import type { AuditAction } from '#shared/core/audit-actions.ts';
import { getApiKeys, postApiKey, postRevokeApiKey } from '#shared/imports/api-keys.ts';
import { createApiKey, findApiKeyRows, revokeApiKey } from './queries.ts';

export function apiKeyRoutes(app: FastifyInstance, { database, clock }: Dependencies): void {
  const queries = database.foreground;
  const audit = (
    actor: string,
    action: AuditAction,
    objectId: string,
    detail: Record<string, unknown>,
  ) => ({
    at: clock(),
    actor,
    action,
    objectType: 'api_key',
    objectId,
    detail,
  });

  route(app, getApiKeys, async () => ({ rows: await findApiKeyRows(queries) }));

  route(app, postApiKey, async ({ body, user }) =>
    queries.transaction().execute(async (transaction) => {
      const key = await createApiKey(transaction, { ...body, madeBy: user.id }, clock());
      if (key === undefined)
        throw conflict(
          "This key was already created, and its secret is shown only once. If you don't have it, revoke the key and create another.",
        );
      await writeAudit(
        transaction,
        audit(user.id, 'api_key.make', body.apiKeyId, { name: body.name, scopes: body.scopes }),
      );
      return { key };
    }),
  );

  route(app, postRevokeApiKey, async ({ params: { apiKeyId }, user }) =>
    queries.transaction().execute(async (transaction) => {
      const isEnded = await revokeApiKey(transaction, apiKeyId, clock());
      const [row] = await findApiKeyRows(transaction, apiKeyId);
      if (row === undefined) throw notFound('This key');
      if (isEnded)
        await writeAudit(
          transaction,
          audit(user.id, 'api_key.revoke', apiKeyId, { name: row.name }),
        );
      return row;
    }),
  );
}
