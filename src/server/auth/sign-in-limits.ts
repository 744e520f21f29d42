import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countAgainstLimit, refuseWhenLimitUsedUp } from '#server/core/http/rate-limits.ts';
import { hasSecretFormat } from './secret.ts';

/**
 * Maximum number of started and of failed sign-ins per minute. The limit per address is high,
 * because a whole office may use the same address.
 */
export const signInLimits = {
  starts: { browser: 30, address: 300 },
  failures: { browser: 10, address: 100 },
};

const tooManyStarts = 'Too many sign-ins were started.';
const tooManyFailures = 'Too many sign-ins failed.';

/**
 * Limits sign-ins per browser, which the attempt cookie identifies, and per address. Each function
 * resolves when the request may continue; otherwise it throws a 429 error.
 */
export function createSignInLimiters(app: FastifyInstance, cookieName: string) {
  const browserOf = (request: FastifyRequest) => {
    const held = request.cookies[cookieName];
    return hasSecretFormat(held) ? held : undefined;
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
  /**
   * Returns the limits that apply to a request. Without the cookie, only the address is limited.
   */
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
