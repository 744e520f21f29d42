import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict, notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { requireInstitution } from '#server/institutions/existence.ts';
import {
  getCreatorLinks,
  getInsightLinks,
  postInsightLink,
  postLinkDecision,
  postRevokeInsightLink,
} from '#shared/insights/links.ts';
import { readInsightsAccessMode } from './access.ts';
import {
  createLink,
  findCreatorValidLinks,
  findLinkRows,
  retainOrRevokeLinks,
  revokeLink,
} from './link-queries.ts';

export function insightLinkRoutes(
  app: FastifyInstance,
  { database, clock, env }: Dependencies,
): void {
  const queries = database.foreground;

  route(app, getInsightLinks, async ({ params: { id } }) => {
    await requireInstitution(queries, id);
    return {
      rows: await findLinkRows(queries, id),
      access: await readInsightsAccessMode(queries, env),
    };
  });

  route(app, postInsightLink, ({ params: { id }, body: { linkId, label, days }, user }) =>
    queries.transaction().execute(async (transaction) => {
      await requireInstitution(transaction, id);
      const madeAt = clock();
      const made = await createLink(transaction, {
        institutionId: id,
        linkId,
        label,
        madeBy: user.id,
        madeAt,
        days,
      });
      if (made === undefined)
        throw conflict(
          'This link already exists, and its address is shown only once. If you don’t have it, revoke it and create another.',
        );
      const detail = { institutionId: id, label, expiresAt: made.expiresAt.toISOString() };
      await writeAudit(transaction, {
        at: madeAt,
        actor: user.id,
        action: 'insight_link.make',
        objectType: 'insight_link',
        objectId: linkId,
        detail,
      });
      return { token: made.token };
    }),
  );

  route(app, postRevokeInsightLink, ({ params: { id, linkId }, user }) =>
    queries.transaction().execute(async (transaction) => {
      const at = clock();
      const isEnded = await revokeLink(transaction, id, linkId, at);
      const [row] = await findLinkRows(transaction, id, linkId);
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

  route(app, getCreatorLinks, async ({ query: { madeBy } }) => ({
    rows: await findCreatorValidLinks(queries, madeBy),
  }));

  route(app, postLinkDecision, ({ body: { links, keeps }, user }) =>
    queries.transaction().execute(async (transaction) => {
      const at = clock();
      const changed = await retainOrRevokeLinks(transaction, { links, keeps, by: user.id, at });
      if (changed.length > 0)
        await writeAudit(transaction, {
          at,
          actor: user.id,
          action: keeps ? 'insight_link.keep' : 'insight_link.revoke',
          objectType: 'insight_link',
          objectId: changed.length === 1 ? (changed[0]?.linkId ?? '') : 'many',
          detail: { links: changed },
        });
      return { changed: changed.length };
    }),
  );
}
