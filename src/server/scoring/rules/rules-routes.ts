import type { FastifyInstance } from 'fastify';
import { readWhetherApprovalRequired } from '#server/auth/administrators.ts';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { savePendingChange } from '#server/core/settings/pending-changes-queries.ts';
import {
  getRulesTrial,
  getScoringRules,
  postRulesTrial,
  postScoringRules,
} from '#shared/scoring/rules.ts';
import { findRulesVersions, readCurrentRules } from '../rules-queries.ts';
import { createNewerRulesError, saveTestedRules } from './save.ts';
import { rulesTrialJobName } from './trial.ts';
import { findTrial, insertTrial } from './trial-queries.ts';

export function scoringRulesRoutes(
  app: FastifyInstance,
  { database, clock, jobs, env }: Dependencies,
): void {
  const { foreground } = database;

  async function trialOf(trialId: string) {
    const trial = await findTrial(foreground, trialId);
    if (trial === undefined) throw notFound('This trial');
    return trial;
  }

  async function requireNewest(transaction: Queries, basedOn: number, at: Date): Promise<void> {
    if ((await readCurrentRules(transaction, at)).id !== basedOn) throw createNewerRulesError();
  }

  route(app, getScoringRules, async () => {
    await readCurrentRules(foreground, clock());
    return { rows: await findRulesVersions(foreground) };
  });

  route(app, postRulesTrial, async ({ body, user }) => {
    const { id: basedOn } = await readCurrentRules(foreground, clock());
    await foreground.transaction().execute(async (transaction) => {
      const at = clock();
      if (
        !(await insertTrial(transaction, {
          ...body,
          basedOn,
          requestedBy: user.id,
          requestedAt: at,
        }))
      )
        return;
      const object = { objectType: 'rules_trial', objectId: body.trialId };
      await writeAudit(transaction, {
        at,
        actor: user.id,
        action: 'rules.try',
        ...object,
        detail: { rules: body.rules },
      });
    });
    await jobs.runNow(rulesTrialJobName);
    return trialOf(body.trialId);
  });

  route(app, getRulesTrial, async ({ params }) => {
    const trial = await trialOf(params.trialId);
    // If the trial was requested just as the last job run ended, no run would process it.
    // Therefore, another run is requested here.
    if (trial.result === null && trial.error === null) await jobs.runNow(rulesTrialJobName);
    return trial;
  });

  route(app, postScoringRules, async ({ body, user }) => {
    const [saved] = await findRulesVersions(foreground, body);
    if (saved !== undefined) return saved;
    const trial = await trialOf(body.trialId);
    if (trial.result === null)
      throw unprocessable(
        'The trial of these rules is still running. Wait until it has finished, then save.',
      );
    const testedRules = { ...body, rules: trial.rules };
    return foreground.transaction().execute(async (transaction) => {
      const at = clock();
      if (!(await readWhetherApprovalRequired(transaction, user.id, { env, at })))
        return saveTestedRules(transaction, {
          ...testedRules,
          basedOn: trial.basedOn,
          createdBy: user.id,
          approvedBy: null,
          at,
        });
      await requireNewest(transaction, trial.basedOn, at);
      const change = {
        changeId: body.trialId,
        kind: 'scoring_rules' as const,
        basedOn: trial.basedOn,
        wanted: testedRules,
      };
      const isNew =
        (await savePendingChange(transaction, {
          ...change,
          proposedBy: user.id,
          proposedAt: at,
        })) === 'proposed';
      const audit = {
        action: 'rules.propose' as const,
        objectType: 'pending_change',
        objectId: body.trialId,
        detail: { note: body.note },
      };
      if (isNew) await writeAudit(transaction, { at, actor: user.id, ...audit });
      return null;
    });
  });
}
