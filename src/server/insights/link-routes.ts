import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { insightsAccess, settingsInForce } from '#server/core/desk-settings.ts';
import { conflict, notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { requireInstitution } from '#server/institutions/existence.ts';
import { getInsightLinks, postInsightLink, postRevokeInsightLink } from '#shared/insights/links.ts';
import { createLink, linkRows, revokeLink } from './link-queries.ts';

const dayLength = 86_400_000;

export function insightLinkRoutes(app: FastifyInstance, { database, clock, env }: Dependencies): void {
  const queries = database.foreground;

  route(app, getInsightLinks, async ({ params: { id } }) => {
    await requireInstitution(queries, id);
    const { settings } = await settingsInForce(queries);
    return { rows: await linkRows(queries, id), access: insightsAccess(settings, env) };
  });

  route(app, postInsightLink, ({ params: { id }, body: { linkId, label, days }, user }) =>
    queries.transaction().execute(async (transaction) => {
      await requireInstitution(transaction, id);
      const madeAt = clock();
      const expiresAt = new Date(madeAt.getTime() + days * dayLength);
      const token = await createLink(transaction, { institutionId: id, linkId, label, madeBy: user.id, madeAt, expiresAt });
      if (token === undefined)
        throw conflict('This link was made already, and it is not shown twice. Revoke it and make another if you do not have it.');
      const detail = { institutionId: id, label, expiresAt: expiresAt.toISOString() };
      await writeAudit(transaction, {
        at: madeAt,
        actor: user.id,
        action: 'insight_link.make',
        objectType: 'insight_link',
        objectId: linkId,
        detail,
      });
      return { token };
    }),
  );

  route(app, postRevokeInsightLink, ({ params: { id, linkId }, user }) =>
    queries.transaction().execute(async (transaction) => {
      const at = clock();
      const isEnded = await revokeLink(transaction, id, linkId, at);
      const [row] = await linkRows(transaction, id, linkId);
      if (row === undefined) throw notFound('This link');
      const detail = { institutionId: id, label: row.label };
      if (isEnded)
        await writeAudit(transaction, {
          at,
          actor: user.id,
          action: 'insight_link.revoke',
          objectType: 'insight_link',
          objectId: linkId,
          detail,
        });
      return row;
    }),
  );
}
