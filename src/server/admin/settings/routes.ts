import type { FastifyInstance } from 'fastify';
import { readWhetherApprovalRequired } from '#server/auth/administrators.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import {
  findNewestSettingsWithVersion,
  readNewestSettings,
} from '#server/core/settings/desk-settings-queries.ts';
import { getPendingChanges, postPendingChangeDecision } from '#shared/admin/settings/settings.ts';
import {
  getSettings,
  postSettings,
  type SettingsAnswer,
} from '#shared/core/settings/app-settings.ts';
import { companySettingsSchema, getCompany } from '#shared/core/settings/company.ts';
import { pendingChangeKindNames } from '#shared/core/settings/pending-changes.ts';
import type { User } from '#shared/core/user.ts';
import { findAdministratorPendingRemoval } from '../people/change.ts';
import { applyAccountChangeToSessions } from '../people/sessions.ts';
import { recordPendingChangeDecision, toPendingChange } from './pending.ts';
import { findPendingChangeRows, findUserName } from './queries.ts';
import { collectRegisteredSettings } from './registered-settings.ts';
import { saveSettings } from './save.ts';

export function settingsRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const { foreground } = database;
  const registered = collectRegisteredSettings(app.rooms, env);

  async function answer(queries: Queries, user: User): Promise<SettingsAnswer> {
    const { version, settings, madeBy, madeAt } = await findNewestSettingsWithVersion(
      queries,
      registered.schema,
    );
    return {
      version,
      settings,
      madeBy: madeBy === null ? null : await findUserName(queries, madeBy),
      madeAt: madeAt?.toISOString() ?? null,
      byEnvironment: environmentValues('value'),
      whileUnset: environmentValues('whileUnset'),
      needsSecondPerson: await readWhetherApprovalRequired(queries, user.id, { env, at: clock() }),
    };
  }

  const environmentValues = (field: 'value' | 'whileUnset') =>
    Object.fromEntries(
      Object.entries(registered.environment).flatMap(([key, { [field]: value }]) =>
        value === undefined ? [] : [[key, value]],
      ),
    );

  route(app, getSettings, ({ user }) => answer(foreground, user));

  route(
    app,
    getCompany,
    async () => (await readNewestSettings(foreground, companySettingsSchema)).company,
  );

  route(app, postSettings, ({ body, user }) =>
    foreground.transaction().execute(async (transaction) => {
      const isWaiting = await saveSettings(transaction, {
        body,
        registered,
        user,
        env,
        at: clock(),
      });
      return { ...(await answer(transaction, user)), isWaiting };
    }),
  );

  route(app, getPendingChanges, async () => {
    const rows = await findPendingChangeRows(foreground);
    return {
      rows: await Promise.all(
        rows.map((row) => toPendingChange(foreground, row, { registered, env, at: clock() })),
      ),
    };
  });

  app.noticeSources.push(async (user) => {
    if (user.role !== 'admin') return [];
    const texts = (await findPendingChangeRows(foreground))
      .filter(({ state, proposedBy }) => state === 'waiting' && proposedBy.id !== user.id)
      .map(
        ({ kind, proposedBy }) =>
          `${pendingChangeKindNames[kind]}: a change by ${proposedBy.name} waits for your decision.`,
      );
    return texts.length === 0 ? [] : [{ key: 'pending-changes', text: texts.join('\n') }];
  });

  route(app, postPendingChangeDecision, async ({ params: { changeId }, body, user }) => {
    const userToRemove = await findAdministratorPendingRemoval(foreground);
    const decision = { ...body, changeId, userId: user.id, registered, env, at: clock() };
    const decided = await foreground
      .transaction()
      .execute((transaction) => recordPendingChangeDecision(transaction, decision));
    if (decided.kind === 'administrator_removal' && userToRemove !== undefined)
      await applyAccountChangeToSessions(dependencies, userToRemove);
    return decided;
  });
}
