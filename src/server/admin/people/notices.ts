import {
  formerAdministratorGraceMs,
  wasRecentlyAdministrator,
} from '#server/auth/administrator-rules.ts';
import { updateAdministratorPeriods } from '#server/auth/administrators.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import type { SystemNotice } from '#shared/core/notices.ts';
import type { User } from '#shared/core/user.ts';
import { findAdministratorEvents, findPendingAdministratorRemovals } from './queries.ts';
import { administratorEventText, pendingRemovalText } from './rules.ts';

/**
 * Returns notices about changes of admins in the last 72 hours and about pending removals. Only
 * current admins, and users who were admins in the last 72 hours, get these notices.
 */
export async function findAdministratorNotices(
  { database, env, clock }: Dependencies,
  user: User,
): Promise<SystemNotice[]> {
  const [queries, at] = [database.foreground, clock()];
  if (
    !wasRecentlyAdministrator(await updateAdministratorPeriods(queries, { env, at }), user.id, at)
  )
    return [];
  const texts = [
    ...(await findPendingAdministratorRemovals(queries)).map(pendingRemovalText),
    ...(
      await findAdministratorEvents(queries, new Date(at.getTime() - formerAdministratorGraceMs))
    ).map((event) => administratorEventText(event, env.BUSINESS_TIME_ZONE)),
  ];
  return texts.length === 0
    ? []
    : [{ key: 'administrators', text: [...new Set(texts)].join('\n') }];
}
