import type { FastifyInstance } from 'fastify';
import {
  getSystemNotices,
  postClockConfirmation,
  type SystemNotice,
} from '#shared/core/notices.ts';
import type { User } from '#shared/core/user.ts';
import { momentInWords } from '#shared/core/words.ts';
import { writeAudit } from '../audit/audit.ts';
import { clockTroubleText } from '../clock/rules.ts';
import type { Dependencies } from '../dependencies.ts';
import { route } from '../http/route.ts';
import { type CrmOutage, isCrmStale } from '../providers/crm.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Functions of other rooms that return notices for a user. */
    noticeSources: ((user: User) => Promise<SystemNotice[]>)[];
  }
}

/** Returns the text of the notice about outdated CRM data. */
function staleCrmText(asOf: Date | null, trouble: CrmOutage | null, timeZone: string): string {
  const when = asOf === null ? null : momentInWords(asOf, timeZone);
  const age =
    when === null
      ? 'The CRM has not been synced yet'
      : `Owners, deals and tickets are as of ${when}`;
  return `${age}.${trouble === null ? '' : ` ${trouble.says}`}`;
}

export function systemNoticesRoutes(
  app: FastifyInstance,
  { database, clock, clockGuard, crm, env }: Dependencies,
): void {
  async function notices(user: User): Promise<SystemNotice[]> {
    const trouble = await clockGuard.check();
    const clocks: SystemNotice[] =
      trouble === null
        ? []
        : [
            {
              key: trouble.kind === 'apart' ? 'clock-apart' : 'clock',
              text: clockTroubleText(trouble),
            },
          ];
    const others = await Promise.all(app.noticeSources.map((noticesFor) => noticesFor(user)));
    return [...clocks, ...(await crmNotices()), ...others.flat()];
  }

  async function crmNotices(): Promise<SystemNotice[]> {
    if (!crm.isSynchronized) return [];
    const asOf = await crm.asOf();
    if (!isCrmStale(crm, asOf, clock())) return [];
    return [{ key: 'crm', text: staleCrmText(asOf, crm.trouble(), env.BUSINESS_TIME_ZONE) }];
  }

  route(app, getSystemNotices, async ({ user }) => ({ rows: await notices(user) }));

  route(app, postClockConfirmation, async ({ user }) => {
    const trouble = await clockGuard.check();
    if (trouble !== null)
      await database.foreground.transaction().execute(async (transaction) => {
        const takenBack = await clockGuard.confirm(transaction);
        await writeAudit(transaction, {
          at: clock(),
          actor: user.id,
          action: 'clock.confirm',
          objectType: 'clock',
          objectId: trouble.kind,
          detail: { trouble: clockTroubleText(trouble), ...takenBack },
        });
      });
    return { rows: await notices(user) };
  });
}
