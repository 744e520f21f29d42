import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { getRulesTrial, getScoringRules, postRulesTrial, postScoringRules } from '#shared/scoring/rules.ts';
import { currentRules, insertRulesVersion, rulesVersions } from './rules-queries.ts';
import { rulesTrialJob } from './trial.ts';
import { findTrial, insertTrial } from './trial-queries.ts';

export function scoringRulesRoutes(app: FastifyInstance, { database, clock, jobs }: Dependencies): void {
  const { foreground } = database;

  async function trialOf(trialId: string) {
    const trial = await findTrial(foreground, trialId);
    if (trial === undefined) throw notFound('This trial');
    return trial;
  }

  route(app, getScoringRules, async () => {
    await currentRules(foreground, clock());
    return { rows: await rulesVersions(foreground) };
  });

  route(app, postRulesTrial, async ({ body, user }) => {
    const { id: basedOn } = await currentRules(foreground, clock());
    await foreground.transaction().execute(async (transaction) => {
      const at = clock();
      if (!(await insertTrial(transaction, { ...body, basedOn, requestedBy: user.id, requestedAt: at }))) return;
      const object = { objectType: 'rules_trial', objectId: body.trialId };
      await writeAudit(transaction, { at, actor: user.id, action: 'rules.try', ...object, detail: { rules: body.rules } });
    });
    await jobs.runNow(rulesTrialJob);
    return trialOf(body.trialId);
  });

  route(app, getRulesTrial, async ({ params }) => {
    const trial = await trialOf(params.trialId);
    // A trial that came when the last run was just ending waits for nobody.
    if (trial.result === null && trial.error === null) await jobs.runNow(rulesTrialJob);
    return trial;
  });

  route(app, postScoringRules, async ({ body, user }) => {
    const [saved] = await rulesVersions(foreground, body);
    if (saved !== undefined) return saved;
    const trial = await trialOf(body.trialId);
    if (trial.result === null) throw unprocessable('The trial of these rules has not finished. Wait for it, then save.');
    return foreground.transaction().execute(async (transaction) => {
      const version = { ...body, basedOn: trial.basedOn, rules: trial.rules, createdBy: user.id };
      const isNew = await insertRulesVersion(transaction, version, clock());
      const [added] = await rulesVersions(transaction, body);
      if (added === undefined) throw conflict('Other rules were saved while these were tried. Try them again on top of those.');
      if (!isNew) return added;
      const detail = { note: body.note, trial: body.trialId };
      const objectId = String(added.version);
      await writeAudit(transaction, { at: clock(), actor: user.id, action: 'rules.save', objectType: 'rules_version', objectId, detail });
      return added;
    });
  });
}
