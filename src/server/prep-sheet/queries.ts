import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { PrepSheet } from '#shared/prep-sheet/prep-sheet.ts';

export const findContacts = (
  queries: Queries,
  institutionId: number,
): Promise<PrepSheet['contacts']> =>
  queries
    .selectFrom('contact')
    .select(['name', 'role', 'email', 'phone'])
    .where('institution_id', '=', institutionId)
    .orderBy('contact_id')
    .execute();

/** Maximum number of withdrawn notices whose reason is named. */
const mostReasons = 2;

export interface WithdrawnNotices {
  count: number;
  /** Reasons of the latest withdrawals, each once. */
  reasons: string[];
}

/** Returns the withdrawn notices of other customers that gave the same reason. */
export async function findWithdrawnNotices(
  queries: Queries,
  institutionId: number,
  reason: string,
): Promise<WithdrawnNotices> {
  const rows = await queries
    .selectFrom('churn_event')
    .select('taken_back_reason as why')
    .where('taken_back_at', 'is not', null)
    .where('reason', '=', reason)
    .where('institution_id', '<>', institutionId)
    .orderBy('taken_back_at', 'desc')
    .orderBy('loss_id')
    .execute();
  const reasons = [
    ...new Set(rows.flatMap(({ why }) => (why === null || why === '' ? [] : [why]))),
  ];
  return { count: rows.length, reasons: reasons.slice(0, mostReasons) };
}

/**
 * Returns the open deal that closes next; `null` without open deals. Deals without a closing date
 * come last.
 */
export async function findNextOpenDeal(
  queries: Queries,
  institutionId: number,
  today: Day,
): Promise<PrepSheet['deal']> {
  const found = await queries
    .selectFrom('crm_deal')
    .select(['pipeline', 'stage', 'closes_on as closesOn', 'amount_cents as amountCents'])
    .where('institution_id', '=', institutionId)
    .where('closed', '=', false)
    .where((of) => of.or([of('closes_on', 'is', null), of('closes_on', '>=', today)]))
    .orderBy('closes_on', (order) => order.asc().nullsLast())
    .orderBy('deal_id')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

export async function findLastNotes(
  queries: Queries,
  institutionId: number,
  limit: number,
): Promise<PrepSheet['notes']> {
  const rows = await queries
    .selectFrom('note')
    .innerJoin('app_user', 'app_user.user_id', 'note.author_id')
    .select(['app_user.name as author', 'note.created_at as at', 'note.body as text'])
    .where('institution_id', '=', institutionId)
    .where('deleted_at', 'is', null)
    .orderBy('note.created_at', 'desc')
    .orderBy('note.note_id')
    .limit(limit)
    .execute();
  return rows.map(({ at, ...note }) => ({ ...note, at: at.toISOString() }));
}
