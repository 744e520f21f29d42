import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countAgainstLimit, refuseWhenLimitUsedUp } from '#server/core/http/rate-limits.ts';
import { looksLikeSecret } from './secret.ts';

/**
 * Maximum sign-ins started and failed per minute: few per browser, many per address, which a whole
 * office may share.
 */
export const signInLimits = {
  starts: { browser: 30, address: 300 },
  failures: { browser: 10, address: 100 },
};

const tooManyStarts = 'Too many sign-ins were started.';
const tooManyFailures = 'Too many sign-ins failed.';

/**
 * Limits sign-ins per browser, identified by the attempt cookie, and per address. Each limit
 * resolves when the request may continue and throws a 429 otherwise.
 */
export function limitSignIns(app: FastifyInstance, cookieName: string) {
  const browserOf = (request: FastifyRequest) => {
    const held = request.cookies[cookieName];
    return looksLikeSecret(held) ? held : undefined;
  };
  const limitsOf = (most: { browser: number; address: number }) => ({
    byBrowser: app.createRateLimit({
      max: most.browser,
      timeWindow: 60_000,
      keyGenerator: (request) => browserOf(request) ?? '',
    }),
    byAddress: app.createRateLimit({ max: most.address, timeWindow: 60_000 }),
  });
  const [starts, failures] = [limitsOf(signInLimits.starts), limitsOf(signInLimits.failures)];
  /** Returns the limits of a request. Without the cookie, only the address is limited. */
  const thatApply = (limits: ReturnType<typeof limitsOf>, request: FastifyRequest) =>
    browserOf(request) === undefined ? [limits.byAddress] : [limits.byBrowser, limits.byAddress];

  async function refuseAfterFailures(request: FastifyRequest): Promise<void> {
    for (const limit of thatApply(failures, request))
      await refuseWhenLimitUsedUp(limit, request, tooManyFailures);
  }

  return {
    refuseAfterFailures,
    async countStart(request: FastifyRequest): Promise<void> {
      await refuseAfterFailures(request);
      for (const limit of thatApply(starts, request))
        await countAgainstLimit(limit, request, tooManyStarts);
    },
    async countFailure(request: FastifyRequest): Promise<void> {
      for (const limit of thatApply(failures, request)) await limit(request);
    },
  };
}
