import type { ServerCheck, ServerCondition } from '#shared/core/server-status.ts';
import { clockTroubleText } from '../clock/rules.ts';
import type { DatabaseState } from '../db/database.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * Check of the server. It never throws and answers within 2 s. The result is public, so it must not
 * reveal internal details.
 */
export type RunStatusCheck = (dependencies: Dependencies) => ServerCheck | Promise<ServerCheck>;

/** First checks of /healthz, in their displayed order. */
const coreChecks: readonly RunStatusCheck[] = [
  checkProcess,
  checkDatabase,
  checkIdentity,
  checkClock,
  checkCrm,
];

export async function checkServer(
  dependencies: Dependencies,
  more: readonly RunStatusCheck[],
): Promise<{ status: ServerCondition; checks: ServerCheck[] }> {
  const found = await Promise.all([...coreChecks, ...more].map((check) => check(dependencies)));
  const has = (condition: ServerCondition) => found.some(({ status }) => status === condition);
  return { status: has('down') ? 'down' : has('degraded') ? 'degraded' : 'ok', checks: found };
}

function checkProcess(): ServerCheck {
  return { name: 'process', status: 'ok', since: null, detail: 'The server answers requests.' };
}

const databaseConditions: Record<
  DatabaseState['status'],
  { status: ServerCondition; says: string }
> = {
  ok: { status: 'ok', says: 'The database answers.' },
  busy: { status: 'degraded', says: 'The database is running a long query, and requests wait.' },
  down: { status: 'down', says: 'The database does not answer.' },
};

async function checkDatabase({ database, clock }: Dependencies): Promise<ServerCheck> {
  const state = await database.check();
  const { status, says } = databaseConditions[state.status];
  if (status === 'ok') return { name: 'database', status, since: null, detail: says };
  return {
    name: 'database',
    status,
    since: new Date(clock().getTime() - state.sinceMs).toISOString(),
    detail: `${says} It last answered ${Math.round(state.answeredMs / 1000)} s ago.`,
  };
}

/** Reports the result of the last clock check, which scheduled work made a few seconds ago. */
function checkClock({ clockGuard }: Dependencies): ServerCheck {
  const { trouble } = clockGuard;
  if (trouble === null)
    return {
      name: 'clock',
      status: 'ok',
      since: null,
      detail: 'The clock is trusted, and scheduled work runs.',
    };
  return { name: 'clock', status: 'degraded', since: null, detail: clockTroubleText(trouble) };
}

function checkCrm({ crm }: Dependencies): ServerCheck {
  const trouble = crm.trouble();
  if (trouble === null)
    return { name: 'crm', status: 'ok', since: null, detail: 'The CRM is available.' };
  const { says, since, resumesAt } = trouble;
  const again = resumesAt === null ? '' : ` Next attempt at ${resumesAt.toISOString()}.`;
  return {
    name: 'crm',
    status: 'degraded',
    since: since?.toISOString() ?? null,
    detail: `${says}${again}`,
  };
}

function checkIdentity({ identity }: Dependencies): ServerCheck {
  const check = { name: 'identity', since: null };
  return identity.isDown()
    ? {
        ...check,
        status: 'degraded',
        detail: 'The identity provider did not answer, so new sign-ins fail.',
      }
    : { ...check, status: 'ok', detail: 'Sign-in is available.' };
}
