import type { FastifyInstance } from 'fastify';
import { needsSecondAdministrator } from '#server/auth/administrators.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import {
  currentSettings,
  effectiveInsightsAccess,
} from '#server/core/settings/desk-settings-queries.ts';
import {
  getPendingChanges,
  getSettings,
  postDecision,
  postSettings,
  type SettingsAnswer,
} from '#shared/admin/settings/settings.ts';
import { getCompany } from '#shared/core/settings/desk-settings.ts';
import type { User } from '#shared/core/user.ts';
import { findAdministratorPendingRemoval } from '../people/change.ts';
import { endOrRefreshSessions } from '../people/sessions.ts';
import { decidePendingChange, toPendingChange } from './pending.ts';
import { findUserName, pendingChangeRows } from './queries.ts';
import { saveSettings } from './save.ts';

export function settingsRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const { foreground } = database;

  async function answer(queries: Queries, user: User): Promise<SettingsAnswer> {
    const { version, settings, madeBy, madeAt } = await currentSettings(queries);
    return {
      version,
      settings,
      madeBy: madeBy === null ? null : await findUserName(queries, madeBy),
      madeAt: madeAt?.toISOString() ?? null,
      byEnvironment: {
        allowedDomains:
          env.ALLOWED_EMAIL_DOMAINS.length === 0 ? null : [...env.ALLOWED_EMAIL_DOMAINS],
        insightsAccess: env.INSIGHTS_ACCESS ?? null,
      },
      insightsAccess: effectiveInsightsAccess(settings, env),
      needsSecondPerson: await needsSecondAdministrator(queries, user.id, { env, at: clock() }),
    };
  }

  route(app, getSettings, ({ user }) => answer(foreground, user));

  route(app, getCompany, async () => (await currentSettings(foreground)).settings.company);

  route(app, postSettings, ({ body, user }) =>
    foreground.transaction().execute(async (transaction) => {
      const isWaiting = await saveSettings(transaction, { body, user, env, at: clock() });
      return { ...(await answer(transaction, user)), isWaiting };
    }),
  );

  route(app, getPendingChanges, async () => {
    const rows = await pendingChangeRows(foreground);
    return {
      rows: await Promise.all(
        rows.map((row) => toPendingChange(foreground, row, { env, at: clock() })),
      ),
    };
  });

  route(app, postDecision, async ({ params: { changeId }, body, user }) => {
    const userToRemove = await findAdministratorPendingRemoval(foreground);
    const decision = { ...body, changeId, userId: user.id, env, at: clock() };
    const decided = await foreground
      .transaction()
      .execute((transaction) => decidePendingChange(transaction, decision));
    if (decided.kind === 'administrator_removal' && userToRemove !== undefined)
      await endOrRefreshSessions(dependencies, userToRemove);
    return decided;
  });
}
