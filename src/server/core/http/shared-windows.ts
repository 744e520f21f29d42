import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import type { RateLimitStore } from './rate-limit-store.ts';
import { exchangeRateLimitHits } from './shared-windows-queries.ts';

const everyMs = 1_000;

/** Hashes a key, so that the database contains neither IP addresses nor cookies. */
const hashOf = (limit: number, key: string) =>
  createHash('sha256').update(`${limit} ${key}`).digest('base64url').slice(0, 22);

/**
 * Shares rate limits among all servers of a database. Every second, each server reports its hits
 * and reads the totals. Between two exchanges, and without the database, a server counts only its
 * own hits.
 */
export function startSharingRateLimits(
  app: FastifyInstance,
  { database, log }: Pick<Dependencies, 'database' | 'log'>,
  limits: readonly RateLimitStore[],
): void {
  let timer: NodeJS.Timeout | undefined;
  let exchanging = Promise.resolve();

  async function exchange(): Promise<void> {
    const unreported = limits.flatMap((windows, limit) =>
      windows.takeUnreported().map((each) => ({ ...each, windows, hash: hashOf(limit, each.key) })),
    );
    if (unreported.length === 0) return;
    const totals = await exchangeRateLimitHits(database.foreground, unreported).catch(
      (error: unknown) => {
        for (const { key, hits, windows } of unreported) windows.giveBack(key, hits);
        throw error;
      },
    );
    for (const { hash, key, windows } of unreported) {
      const total = totals.get(hash);
      if (total !== undefined) windows.learn(key, total);
    }
  }

  function exchangeLater(): void {
    timer = setTimeout(() => {
      exchanging = exchange()
        .catch((error: unknown) =>
          log.debug({ err: error }, 'rate limits are counted by this server alone'),
        )
        .finally(exchangeLater);
    }, everyMs);
    timer.unref();
  }

  app.addHook('onReady', async () => exchangeLater());
  app.addHook('onClose', async () => {
    clearTimeout(timer);
    await exchanging;
    clearTimeout(timer);
  });
}
