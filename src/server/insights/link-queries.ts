import { sql } from 'kysely';
import { hashSecret, newSecret } from '#server/auth/secret.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { InsightLink, WorkingInsightLink } from '#shared/insights/links.ts';

interface NewLink {
  institutionId: number;
  linkId: string;
  label: string;
  madeBy: string;
  madeAt: Date;
  days: number;
}

/**
 * Creates a link and returns its key. Only the hash of the key is stored. The expiry time is
 * computed with the database's clock. Returns `undefined` when the id is already in use.
 */
export async function createLink(
  queries: Queries,
  link: NewLink,
): Promise<{ token: string; expiresAt: Date } | undefined> {
  const token = newSecret();
  const made = await queries
    .insertInto('insight_link')
    .values({
      institution_id: link.institutionId,
      link_id: link.linkId,
      token_hash: hashSecret(token),
      label: link.label,
      made_by: link.madeBy,
      made_at: link.madeAt,
      expires_at: sql<Date>`now() + make_interval(days => ${link.days}::integer)`,
      revoked_at: null,
      last_viewed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst();
  return made && { token, expiresAt: made.expires_at };
}

/** Revokes a link. Returns `false` when the link does not exist or was already revoked. */
export async function revokeLink(
  queries: Queries,
  institutionId: number,
  linkId: string,
  now: Date,
): Promise<boolean> {
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

/** Returns the links of an institution, newest first, or only the link `linkId`. */
export async function findLinkRows(
  queries: Queries,
  institutionId: number,
  linkId: string | null = null,
): Promise<InsightLink[]> {
  const rows = await queries
    .selectFrom('insight_link as l')
    .innerJoin('app_user as u', 'u.user_id', 'l.made_by')
    .select([
      'l.link_id',
      'l.label',
      'u.name as made_by',
      'l.made_at',
      'l.expires_at',
      'l.revoked_at',
      'l.views',
      'l.last_viewed_at',
    ])
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

/** SQL condition for a valid link: not revoked and, by the database's clock, not expired. */
const works = sql<boolean>`(l.revoked_at is null and l.expires_at > now())`;

/**
 * Returns the valid links that a user created. Without a user, returns the links of all disabled
 * users, except links that an admin decided to keep.
 */
export async function findCreatorValidLinks(
  queries: Queries,
  madeBy: string | undefined,
): Promise<WorkingInsightLink[]> {
  const rows = await queries
    .selectFrom('insight_link as l')
    .innerJoin('app_user as u', 'u.user_id', 'l.made_by')
    .innerJoin('institution as i', 'i.institution_id', 'l.institution_id')
    .select([
      'l.institution_id',
      'i.name as institution_name',
      'l.link_id',
      'l.label',
      'u.name as made_by',
      'l.made_at',
      'l.expires_at',
    ])
    .select(['l.views', 'l.last_viewed_at'])
    .where(works)
    .$if(madeBy !== undefined, (links) => links.where('l.made_by', '=', madeBy ?? ''))
    .$if(madeBy === undefined, (links) =>
      links.where('u.status', '=', 'disabled').where('l.kept_at', 'is', null),
    )
    .orderBy('u.name')
    .orderBy('i.name')
    .orderBy('l.link_id')
    .execute();
  return rows.map((row) => ({
    institutionId: row.institution_id,
    institutionName: row.institution_name,
    linkId: row.link_id,
    label: row.label,
    madeBy: row.made_by,
    madeAt: row.made_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    views: row.views,
    lastViewedAt: row.last_viewed_at?.toISOString() ?? null,
  }));
}

interface Decision {
  links: readonly { institutionId: number; linkId: string }[];
  keeps: boolean;
  by: string;
  at: Date;
}

/**
 * Records that an admin keeps these valid links, or revokes them. Returns the changed links; links
 * that are already kept or no longer valid are left out.
 */
export async function retainOrRevokeLinks(
  queries: Queries,
  { links, keeps, by, at }: Decision,
): Promise<{ institutionId: number; linkId: string; label: string }[]> {
  const rows = await queries
    .updateTable('insight_link as l')
    .set(keeps ? { kept_at: at, kept_by: by } : { revoked_at: at })
    .where(works)
    .where(
      sql<boolean>`(l.institution_id, l.link_id) in (select * from unnest(${links.map(({ institutionId }) => institutionId)}::bigint[],
        ${links.map(({ linkId }) => linkId)}::uuid[]))`,
    )
    .$if(keeps, (update) => update.where('l.kept_at', 'is', null))
    .returning(['l.institution_id', 'l.link_id', 'l.label'])
    .execute();
  return rows.map((row) => ({
    institutionId: row.institution_id,
    linkId: row.link_id,
    label: row.label,
  }));
}

/**
 * Returns the id of the institution's valid link with this key; `undefined` without one. The lookup
 * uses the hash of 256 random bits, so its duration reveals nothing about the key.
 */
export async function findValidLinkId(
  queries: Queries,
  institutionId: number,
  token: string,
): Promise<string | undefined> {
  const found = await queries
    .selectFrom('insight_link as l')
    .select('l.link_id')
    .where('l.institution_id', '=', institutionId)
    .where('l.token_hash', '=', hashSecret(token))
    .where(works)
    .executeTakeFirst();
  return found?.link_id;
}

export async function countLinkView(
  queries: Queries,
  institutionId: number,
  linkId: string,
  now: Date,
): Promise<void> {
  await queries
    .updateTable('insight_link')
    .set((of) => ({ views: of('views', '+', 1), last_viewed_at: now }))
    .where('institution_id', '=', institutionId)
    .where('link_id', '=', linkId)
    .execute();
}
