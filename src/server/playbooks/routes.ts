import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { busy, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { versionCheckedListRoute } from '#server/list/list-route.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { dayIn } from '#shared/core/dates.ts';
import { runColumns } from '#shared/playbooks/columns.ts';
import {
  exportPlaybookRuns,
  getPlaybooks,
  getPlaybookVersions,
  postPlaybook,
  postPlaybookPath,
  postPlaybookStart,
  postPlaybookTrial,
} from '#shared/playbooks/playbooks.ts';
import { listReachableStepNames } from '#shared/playbooks/rules.ts';
import { getPlaybookRun, getPlaybookRuns, postRunsStop } from '#shared/playbooks/runs.ts';
import { findSegmentRows } from '#shared/portfolio/segment.ts';
import { unparsablePlaybookConditions, validatePlaybookFields } from './fields.ts';
import { createRunListReader, toListedRun } from './list.ts';
import { playbookVersionKey } from './move-queries.ts';
import {
  findAlertRuleChoices,
  findPlaybookRows,
  findPlaybookVersionRows,
  lockPlaybook,
} from './queries.ts';
import { findRun, findRunSteps, readStepsByPlaybookVersion } from './run-queries.ts';
import { startRunsManually } from './runs/starts.ts';
import { stopRuns } from './runs/stops.ts';
import { loadPlaybookContext } from './runs/world.ts';
import { savePlaybookVersion } from './saves.ts';
import { simulatePlaybook } from './trial.ts';
import { simulatePlaybookPath } from './trial-path.ts';

export function playbookRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const { foreground } = database;
  const customers = institutionListReader(dependencies);
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  route(app, getPlaybooks, async () => {
    const { rows, rules } = (await customers()).answer;
    const playbooks = await findPlaybookRows(foreground, rules.flatBand);
    return {
      improvedFrom: rules.flatBand,
      rules: await findAlertRuleChoices(foreground),
      rows: playbooks.map(({ changedAt, ...playbook }) => ({
        ...playbook,
        changedAt: changedAt.toISOString(),
        problems: unparsablePlaybookConditions(playbook.fields),
        matching: findSegmentRows(rows, new URLSearchParams(playbook.fields.conditions)).rows
          .length,
      })),
    };
  });

  route(app, getPlaybookVersions, async ({ params }) => {
    const rows = await findPlaybookVersionRows(foreground, params.playbookId);
    if (rows.length === 0) throw notFound('This playbook');
    return {
      rows: rows.map(({ changedAt, ...version }) => ({
        ...version,
        changedAt: changedAt.toISOString(),
      })),
    };
  });

  route(
    app,
    postPlaybook,
    async ({ params: { playbookId }, body: { version, isOn, fields }, user }) => {
      const checked = await validatePlaybookFields(foreground, fields, user.name);
      const request = {
        playbookId,
        version,
        isOn,
        fields: checked,
        userId: user.id,
        at: clock(),
        today: today(),
      };
      return foreground
        .transaction()
        .execute((transaction) => savePlaybookVersion(transaction, request));
    },
  );

  route(app, postPlaybookTrial, ({ body }) => simulatePlaybook(dependencies, body));

  route(app, postPlaybookPath, ({ body }) => simulatePlaybookPath(dependencies, body));

  route(app, postPlaybookStart, async ({ params: { playbookId }, body, user }) => {
    const world = await loadPlaybookContext(dependencies);
    if (world.lacksOwners)
      throw busy('Couldn’t load customer owners from the CRM. Try again in a minute.');
    return foreground.transaction().execute(async (transaction) => {
      const playbook = await lockPlaybook(transaction, playbookId);
      if (playbook === undefined) throw notFound('This playbook');
      if (!playbook.isOn) throw unprocessable('This playbook is off. An admin can turn it on.');
      const { isNew, ...answer } = await startRunsManually(
        transaction,
        { ...body, playbook, userId: user.id },
        world,
      );
      if (isNew)
        await writeAudit(transaction, {
          at: world.now,
          actor: user.id,
          action: 'playbook.start',
          objectType: 'playbook',
          objectId: playbookId,
          detail: {
            name: playbook.name,
            started: answer.started.length,
            leftOut: answer.leftOut.length,
          },
        });
      return answer;
    });
  });

  const list = createRunListReader(dependencies);
  versionCheckedListRoute(app, getPlaybookRuns, list);
  csvRoute(app, exportPlaybookRuns, runColumns, async () => ({
    rows: (await list()).answer.rows,
    fileName: `playbook-runs-${today()}`,
  }));

  route(app, getPlaybookRun, async ({ params: { runId } }) => {
    const { rows, rules } = (await customers()).answer;
    const found = await findRun(foreground, runId, {
      flatBand: rules.flatBand,
      timeZone: env.BUSINESS_TIME_ZONE,
    });
    if (found === undefined) throw notFound('This run');
    const steps =
      (await readStepsByPlaybookVersion(foreground)).get(playbookVersionKey(found)) ?? [];
    const customer = rows.find(({ institutionId }) => institutionId === found.institutionId);
    return {
      run: toListedRun(found, steps, customer),
      steps: await findRunSteps(foreground, runId),
      ahead: found.state === 'active' ? listReachableStepNames(steps, found.stepId) : [],
    };
  });

  route(app, postRunsStop, async ({ body, user }) => {
    const scores = new Map(
      (await customers()).answer.rows.map(({ institutionId, adoptionScore }) => [
        institutionId,
        adoptionScore,
      ]),
    );
    const stop = {
      ...body,
      userId: user.id,
      at: clock(),
      scoreOf: (id: number) => scores.get(id) ?? null,
    };
    return foreground.transaction().execute((transaction) => stopRuns(transaction, stop));
  });
}
