import type { FastifyInstance } from 'fastify';
import { readAllowedSignInDomains } from '#server/auth/allowed-sign-in-domains.ts';
import { computeRequiredEmailDomains, effectiveRole, isSessionAlive } from '#server/auth/rules.ts';
import { endSessions, sessionHashFromCookies } from '#server/auth/session.ts';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
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
import type { AuditAction } from '#shared/core/audit-actions.ts';
import type { User } from '#shared/core/user.ts';
import {
  type AccountChange,
  changeOrProposeAccount,
  findAdministratorPendingRemoval,
} from './change.ts';
import { findAdministratorNotices } from './notices.ts';
import {
  type AccountRow,
  findAccountRows,
  findSessionRows,
  insertInvitedUser,
  type SessionRow,
} from './queries.ts';
import { invitationProblem } from './rules.ts';
import { applyAccountChangeToSessions } from './sessions.ts';

export function peopleRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const queries = database.foreground;
  const isAlive = (session: SessionRow) =>
    isSessionAlive({ createdAt: session.created_at, lastSeenAt: session.last_seen_at }, clock());

  function accountOf(
    row: AccountRow,
    sessions: readonly SessionRow[],
    userToRemove: string | undefined,
  ): Account {
    const role = effectiveRole({ email: row.email, storedRole: row.role }, env.ADMIN_EMAILS);
    return {
      userId: row.user_id,
      name: row.name,
      email: row.email,
      role,
      isAdminBySetting:
        effectiveRole({ email: row.email, storedRole: 'member' }, env.ADMIN_EMAILS) === 'admin',
      state: row.status,
      lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
      lastSeenAt: row.last_seen_at?.toISOString() ?? null,
      sessions: sessions.filter((session) => session.user_id === row.user_id && isAlive(session))
        .length,
      openTasks: row.open_tasks,
      isRemovalWaiting: row.user_id === userToRemove,
    };
  }

  const addressDomains = async () =>
    computeRequiredEmailDomains(await readAllowedSignInDomains(queries, env), env.OIDC_ISSUER);

  async function account(userId: string): Promise<Account> {
    const [row] = await findAccountRows(queries, userId);
    if (row === undefined) throw notFound('This user');
    return accountOf(
      row,
      await findSessionRows(queries, userId),
      await findAdministratorPendingRemoval(queries),
    );
  }

  const audit = (
    actor: string,
    action: AuditAction,
    objectId: string,
    detail: Record<string, unknown>,
  ) => ({
    at: clock(),
    actor,
    action,
    objectType: 'app_user',
    objectId,
    detail,
  });

  async function change(wanted: AccountChange, user: User): Promise<Account> {
    const order = { change: wanted, env, at: clock(), by: user.id };
    await queries
      .transaction()
      .execute((transaction) => changeOrProposeAccount(transaction, order));
    await applyAccountChangeToSessions(dependencies, wanted.userId);
    return account(wanted.userId);
  }

  route(app, getAccounts, async () => {
    const [rows, sessions, userToRemove] = await Promise.all([
      findAccountRows(queries),
      findSessionRows(queries),
      findAdministratorPendingRemoval(queries),
    ]);
    return {
      rows: rows.map((row) => accountOf(row, sessions, userToRemove)),
      allowedDomains: [...(await addressDomains())],
    };
  });

  route(app, getAdministrators, async () => {
    const rows = (await findAccountRows(queries)).filter(
      ({ email, role, status }) =>
        status === 'active' &&
        effectiveRole({ email, storedRole: role }, env.ADMIN_EMAILS) === 'admin',
    );
    return { rows: rows.map(({ name, email }) => ({ name, email })) };
  });

  route(app, getAccountSessions, async ({ params: { userId }, request }) => {
    await account(userId);
    const own = sessionHashFromCookies(dependencies, request.cookies);
    const rows = (await findSessionRows(queries, userId)).filter(isAlive).map((session) => ({
      sessionId: session.session_hash,
      startedAt: session.created_at.toISOString(),
      lastSeenAt: session.last_seen_at.toISOString(),
      isOwn: session.session_hash === own,
    }));
    return { rows };
  });

  route(app, postEndSessions, async ({ params: { userId }, body: { sessionId }, user }) => {
    await account(userId);
    const wanted = (await findSessionRows(queries, userId)).filter(
      ({ session_hash }) => sessionId === null || session_hash === sessionId,
    );
    await endSessions(
      dependencies,
      wanted.map(({ session_hash }) => session_hash),
    );
    if (wanted.length > 0)
      await writeAudit(queries, audit(user.id, 'session.end', userId, { sessions: wanted.length }));
    return { ended: wanted.length };
  });

  route(app, postAccountRole, async ({ params: { userId }, body: { role }, user }) => {
    const before = await account(userId);
    if (before.role === role) return before;
    if (before.isAdminBySetting)
      throw conflict(
        'ADMIN_EMAILS on the server lists this user as an administrator. Change it there and restart Chairside.',
      );
    return change({ userId, to: { role } }, user);
  });

  route(app, postAccountState, async ({ params: { userId }, body: { state }, user }) => {
    const before = await account(userId);
    if (before.state === state) return before;
    return change({ userId, to: { state } }, user);
  });

  route(app, postInvitation, async ({ body: { email, name, role }, user }) => {
    const problem = invitationProblem(email, await addressDomains());
    if (problem !== null) throw unprocessable(`email: ${problem}`);
    const userId = await queries.transaction().execute(async (transaction) => {
      const added = await insertInvitedUser(transaction, {
        email,
        name,
        role,
        at: clock(),
        by: user.id,
      });
      if (added === undefined)
        throw conflict(
          `${email} is already in the list, perhaps disabled. Change the role or state there.`,
        );
      await writeAudit(transaction, audit(user.id, 'user.invite', added, { email, role }));
      return added;
    });
    return account(userId);
  });

  app.noticeSources.push((user) => findAdministratorNotices(dependencies, user));
}
