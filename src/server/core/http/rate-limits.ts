import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tooManyRequests } from '../errors.ts';

type RateLimit = ReturnType<FastifyInstance['createRateLimit']>;

/**
 * Counts the request. Throws a 429 error when the request exceeds the limit. `tooMuch` is a
 * sentence that names the limit.
 */
export async function countAgainstLimit(
  limit: RateLimit,
  request: FastifyRequest,
  tooMuch: string,
): Promise<void> {
  const used = await limit(request);
  if (!used.isAllowed && used.isExceeded) throw tooManyRequests(tooMuch, used.ttlInSeconds);
}

/**
 * Checks the limit without counting. Throws a 429 error when the limit is used up. `tooMuch` is a
 * sentence that names the limit.
 */
export async function refuseWhenLimitUsedUp(
  limit: RateLimit,
  request: FastifyRequest,
  tooMuch: string,
): Promise<void> {
  const used = await limit(request, { increment: false });
  if (!used.isAllowed && used.remaining === 0) throw tooManyRequests(tooMuch, used.ttlInSeconds);
}
