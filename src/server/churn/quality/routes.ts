import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { recentAnswers } from '#server/core/recent.ts';
import { getQuality, postPatternMute } from '#shared/churn/quality/quality.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { mutePattern, unmutePattern } from '../patterns/mutes-queries.ts';
import { predictionsVersion } from '../predictions/predictions-queries.ts';
import { qualityOf } from './quality.ts';

export function qualityRoutes(app: FastifyInstance, { database, clock, env }: Dependencies): void {
  const { foreground } = database;
  const answers = recentAnswers<ResponseOf<typeof getQuality>>(1);

  route(app, getQuality, async () => {
    const today = dayIn(env.BUSINESS_TIME_ZONE, clock());
    return answers(`${today} ${await predictionsVersion(foreground)}`, () => qualityOf(foreground, today, clock()));
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
