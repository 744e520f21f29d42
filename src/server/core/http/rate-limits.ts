import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tooManyRequests } from '../errors.ts';

type RateLimit = ReturnType<FastifyInstance['createRateLimit']>;

/** Counts the request. Throws a 429 when it is one too many; `tooMuch` says of what, as a sentence. */
export async function countAgainst(limit: RateLimit, request: FastifyRequest, tooMuch: string): Promise<void> {
  const used = await limit(request);
  if (!used.isAllowed && used.isExceeded) throw tooManyRequests(tooMuch, used.ttlInSeconds);
}

/** Counts nothing. Throws a 429 when nothing more may be counted; `tooMuch` says of what, as a sentence. */
export async function refuseWhenUsedUp(limit: RateLimit, request: FastifyRequest, tooMuch: string): Promise<void> {
  const used = await limit(request, { increment: false });
  if (!used.isAllowed && used.remaining === 0) throw tooManyRequests(tooMuch, used.ttlInSeconds);
}
