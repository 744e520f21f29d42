import { hashSecret, newSecret } from '#server/auth/secret.ts';
import type { Queries } from '#server/core/db/database.ts';
import { insertOnce } from '#server/core/db/writes.ts';
import type { InsightLink } from '#shared/insights/links.ts';

interface NewLink {
  institutionId: number;
  linkId: string;
  label: string;
  madeBy: string;
  madeAt: Date;
  expiresAt: Date;
}

/** The key of a new link; it is shown this once, and only its hash is kept. undefined where the id has one already. */
export async function createLink(queries: Queries, link: NewLink): Promise<string | undefined> {
  const token = newSecret();
  const isMade = await insertOnce(
    queries.insertInto('insight_link').values({
      institution_id: link.institutionId,
      link_id: link.linkId,
      token_hash: hashSecret(token),
      label: link.label,
      made_by: link.madeBy,
      made_at: link.madeAt,
      expires_at: link.expiresAt,
      revoked_at: null,
      last_viewed_at: null,
    }),
  );
  return isMade ? token : undefined;
}

/** False where it was ended before, or there is none. */
export async function revokeLink(queries: Queries, institutionId: number, linkId: string, now: Date): Promise<boolean> {
  const ended = await queries
    .updateTable('insight_link')
    .set({ revoked_at: now })
    .where('institution_id', '=', institutionId)
    .where('link_id', '=', linkId)
    .where('revoked_at', 'is', null)
    .returning('link_id')
    .execute();
  return ended.length > 0;
}

/** Every link of a customer, or the one, the newest first. */
export async function linkRows(queries: Queries, institutionId: number, linkId: string | null = null): Promise<InsightLink[]> {
  const rows = await queries
    .selectFrom('insight_link as l')
    .innerJoin('app_user as u', 'u.user_id', 'l.made_by')
    .select(['l.link_id', 'l.label', 'u.name as made_by', 'l.made_at', 'l.expires_at', 'l.revoked_at', 'l.views', 'l.last_viewed_at'])
    .where('l.institution_id', '=', institutionId)
    .$if(linkId !== null, (links) => links.where('l.link_id', '=', linkId))
    .orderBy('l.made_at', 'desc')
    .orderBy('l.link_id')
    .execute();
  return rows.map((row) => ({
    linkId: row.link_id,
    label: row.label,
    madeBy: row.made_by,
    madeAt: row.made_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    views: row.views,
    lastViewedAt: row.last_viewed_at?.toISOString() ?? null,
  }));
}

/** The customer's working link with this key. The lookup is by the hash of 256 random bits, so its timing tells nothing. */
export async function workingLink(queries: Queries, institutionId: number, token: string, now: Date): Promise<string | undefined> {
  const found = await queries
    .selectFrom('insight_link')
    .select('link_id')
    .where('institution_id', '=', institutionId)
    .where('token_hash', '=', hashSecret(token))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found?.link_id;
}

export async function countView(queries: Queries, institutionId: number, linkId: string, now: Date): Promise<void> {
  await queries
    .updateTable('insight_link')
    .set((of) => ({ views: of('views', '+', 1), last_viewed_at: now }))
    .where('institution_id', '=', institutionId)
    .where('link_id', '=', linkId)
    .execute();
}
