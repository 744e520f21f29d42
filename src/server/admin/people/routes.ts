import type { FastifyInstance } from 'fastify';
import { isSessionAlive, roleOf } from '#server/auth/rules.ts';
import { endSessions, forgetSessions, sessionHashOf } from '#server/auth/session.ts';
import { writeAudit } from '#server/core/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { allowedDomains } from '#server/core/desk-settings.ts';
import { conflict, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import {
  type Account,
  getAccountSessions,
  getAccounts,
  getAdministrators,
  postAccountRole,
  postAccountState,
  postEndSessions,
  postInvitation,
} from '#shared/admin/people.ts';
import { type AccountRow, accountRows, holdActive, insertInvited, type SessionRow, sessionRows, setAccount } from './queries.ts';
import { invitationProblem, keepsAdministrator } from './rules.ts';

const lastAdministrator = 'This is the last administrator. Make somebody else one first.';

export function peopleRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const queries = database.foreground;
  const isAlive = (session: SessionRow) => isSessionAlive({ createdAt: session.created_at, lastSeenAt: session.last_seen_at }, clock());

  function accountOf(row: AccountRow, sessions: readonly SessionRow[]): Account {
    const role = roleOf({ email: row.email, storedRole: row.role }, env.ADMIN_EMAILS);
    return {
      userId: row.user_id,
      name: row.name,
      email: row.email,
      role,
      isAdminBySetting: roleOf({ email: row.email, storedRole: 'member' }, env.ADMIN_EMAILS) === 'admin',
      state: row.status,
      lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
      lastSeenAt: row.last_seen_at?.toISOString() ?? null,
      sessions: sessions.filter((session) => session.user_id === row.user_id && isAlive(session)).length,
      openTasks: row.open_tasks,
    };
  }

  async function account(userId: string): Promise<Account> {
    const [row] = await accountRows(queries, userId);
    if (row === undefined) throw notFound('This person');
    return accountOf(row, await sessionRows(queries, userId));
  }

  const audit = (actor: string, action: string, objectId: string, detail: Record<string, unknown>) => ({
    at: clock(),
    actor,
    action,
    objectType: 'app_user',
    objectId,
    detail,
  });

  async function requireAnotherAdministrator(transaction: Queries, userId: string): Promise<void> {
    const rules = { adminEmails: env.ADMIN_EMAILS, allowedDomains: await allowedDomains(transaction, env) };
    if (!keepsAdministrator(await holdActive(transaction), userId, rules)) throw conflict(lastAdministrator);
  }

  route(app, getAccounts, async () => {
    const [rows, sessions] = await Promise.all([accountRows(queries), sessionRows(queries)]);
    return { rows: rows.map((row) => accountOf(row, sessions)), allowedDomains: [...(await allowedDomains(queries, env))] };
  });

  route(app, getAdministrators, async () => {
    const rows = (await accountRows(queries)).filter(
      ({ email, role, status }) => status === 'active' && roleOf({ email, storedRole: role }, env.ADMIN_EMAILS) === 'admin',
    );
    return { rows: rows.map(({ name, email }) => ({ name, email })) };
  });

  route(app, getAccountSessions, async ({ params: { userId }, request }) => {
    await account(userId);
    const own = sessionHashOf(dependencies, request.cookies);
    const rows = (await sessionRows(queries, userId)).filter(isAlive).map((session) => ({
      sessionId: session.session_hash,
      startedAt: session.created_at.toISOString(),
      lastSeenAt: session.last_seen_at.toISOString(),
      isOwn: session.session_hash === own,
    }));
    return { rows };
  });

  route(app, postEndSessions, async ({ params: { userId }, body: { sessionId }, user }) => {
    await account(userId);
    const wanted = (await sessionRows(queries, userId)).filter(({ session_hash }) => sessionId === null || session_hash === sessionId);
    await endSessions(
      dependencies,
      wanted.map(({ session_hash }) => session_hash),
    );
    if (wanted.length > 0) await writeAudit(queries, audit(user.id, 'session.end', userId, { sessions: wanted.length }));
    return { ended: wanted.length };
  });

  route(app, postAccountRole, async ({ params: { userId }, body: { role }, user }) => {
    const before = await account(userId);
    if (before.role === role) return before;
    if (before.isAdminBySetting) throw conflict('The settings name this person as an administrator. Change ADMIN_EMAILS and start again.');
    await queries.transaction().execute(async (transaction) => {
      if (role === 'member') await requireAnotherAdministrator(transaction, userId);
      await setAccount(transaction, userId, { role });
      await writeAudit(transaction, audit(user.id, 'user.role', userId, { before: { role: before.role }, after: { role } }));
    });
    await forgetRead(userId);
    return account(userId);
  });

  route(app, postAccountState, async ({ params: { userId }, body: { state }, user }) => {
    const before = await account(userId);
    if (before.state === state) return before;
    await queries.transaction().execute(async (transaction) => {
      if (state === 'disabled') await requireAnotherAdministrator(transaction, userId);
      await setAccount(transaction, userId, { status: state });
      await writeAudit(transaction, audit(user.id, 'user.state', userId, { before: { state: before.state }, after: { state } }));
    });
    if (state === 'disabled')
      await endSessions(
        dependencies,
        (await sessionRows(queries, userId)).map(({ session_hash }) => session_hash),
      );
    return account(userId);
  });

  route(app, postInvitation, async ({ body: { email, name, role }, user }) => {
    const problem = invitationProblem(email, await allowedDomains(queries, env));
    if (problem !== null) throw unprocessable(`email: ${problem}`);
    const userId = await queries.transaction().execute(async (transaction) => {
      const added = await insertInvited(transaction, { email, name, role, at: clock() });
      if (added === undefined) throw conflict(`${email} is known already.`);
      await writeAudit(transaction, audit(user.id, 'user.invite', added, { email, role }));
      return added;
    });
    return account(userId);
  });

  /** The role of a session that was read a moment ago is read again. */
  async function forgetRead(userId: string): Promise<void> {
    forgetSessions(
      dependencies,
      (await sessionRows(queries, userId)).map(({ session_hash }) => session_hash),
    );
  }
}
