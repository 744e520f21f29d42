import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { createRecentAnswerCache } from '#server/core/recent.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { versionCheckedListRoute } from '#server/list/list-route.ts';
import { exportFlags, flagColumns, getFlags } from '#shared/churn/quality/flags.ts';
import {
  customerOutcomeColumns,
  exportCustomerOutcomes,
  getCustomerOutcomes,
} from '#shared/churn/quality/outcomes.ts';
import {
  evaluationWeekChoices,
  getPredictionQuality,
  postModelVersionChoice,
  postPatternMute,
} from '#shared/churn/quality/quality.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { mutePattern, unmutePattern } from '../patterns/mutes-queries.ts';
import { queuedStepsJobName } from '../pipeline/jobs.ts';
import { qualityCacheVersion } from '../predictions/flags-queries.ts';
import { tiersHiddenReason } from '../predictions/hidden-reason.ts';
import { findNewestPredictionDay } from '../predictions/predictions-queries.ts';
import { activateChosenModelVersion } from '../predictions/versions-queries.ts';
import { queueStepRuns } from '../steps/runs-queries.ts';
import { createOutcomeListReaders } from './outcome-lists.ts';
import { computePredictionQuality } from './quality.ts';

export function qualityRoutes(
  app: FastifyInstance,
  { database, clock, env, jobs }: Dependencies,
): void {
  const { foreground } = database;
  const lists = createOutcomeListReaders({ database, clock, env });
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());
  const answers = createRecentAnswerCache<Omit<ResponseOf<typeof getPredictionQuality>, 'hidden'>>(
    evaluationWeekChoices.length,
  );

  route(app, getPredictionQuality, async ({ query: { past } }) => {
    const day = today();
    const quality = await answers(`${past} ${day} ${await qualityCacheVersion(foreground)}`, () =>
      computePredictionQuality(foreground, day, past),
    );
    const newest = await findNewestPredictionDay(foreground, env.BUSINESS_TIME_ZONE);
    return {
      ...quality,
      hidden: tiersHiddenReason(newest?.madeAt, quality.model ?? undefined, clock()),
    };
  });

  versionCheckedListRoute(app, getFlags, lists.flags);

  csvRoute(app, exportFlags, flagColumns, async () => ({
    rows: (await lists.flags()).answer.rows,
    fileName: `churn-flags-${today()}`,
  }));

  versionCheckedListRoute(app, getCustomerOutcomes, ({ past }) => lists.outcomes(past));

  csvRoute(app, exportCustomerOutcomes, customerOutcomeColumns, async ({ past }) => ({
    rows: (await lists.outcomes(past)).answer.rows,
    fileName: `churn-outcomes-${today()}`,
  }));

  route(app, postModelVersionChoice, async ({ body, user }) => {
    const { modelVersion, versionInUse, reason } = body;
    const newest = await findNewestPredictionDay(foreground, env.BUSINESS_TIME_ZONE);
    await foreground.transaction().execute(async (transaction) => {
      if (
        !(await activateChosenModelVersion(transaction, { ...body, userId: user.id, at: clock() }))
      )
        return;
      await writeAudit(transaction, {
        at: clock(),
        actor: user.id,
        action: 'churn.model.choose',
        objectType: 'churn_model',
        objectId: String(modelVersion),
        detail: { before: versionInUse, reason },
      });
      // The newest predictions are computed again with the newly active model.
      if (newest !== undefined)
        await queueStepRuns(transaction, ['score'], newest.day, user.name, clock());
    });
    await jobs.runNow(queuedStepsJobName);
    return { modelVersion };
  });

  route(app, postPatternMute, async ({ body: { pattern, isMuted, reason }, user }) => {
    if (isMuted && reason === '') throw unprocessable('reason: must not be empty');
    if (isMuted) await mutePattern(foreground, pattern, reason, user.id, clock());
    else await unmutePattern(foreground, pattern);
    await writeAudit(foreground, {
      at: clock(),
      actor: user.id,
      action: isMuted ? 'churn.pattern.mute' : 'churn.pattern.unmute',
      objectType: 'churn_pattern',
      objectId: pattern,
      detail: { reason },
    });
    return { pattern, isMuted };
  });
}
