import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import type { RateWindows } from './rate-windows.ts';
import { exchangeHits } from './shared-windows-queries.ts';

const everyMs = 1_000;

/** Long enough to tell keys apart; it keeps addresses and cookies out of the database. */
const hashOf = (limit: number, key: string) => createHash('sha256').update(`${limit} ${key}`).digest('base64url').slice(0, 22);

/**
 * Counts for all servers of a database together: every second each tells what it has counted and hears what the others have. Between two
 * exchanges, and while the database is away, a server knows only its own.
 */
export function shareWindows(
  app: FastifyInstance,
  { database, log }: Pick<Dependencies, 'database' | 'log'>,
  limits: readonly RateWindows[],
): void {
  let timer: NodeJS.Timeout | undefined;
  let exchanging = Promise.resolve();

  async function exchange(): Promise<void> {
    const told = limits.flatMap((windows, limit) =>
      windows.takeUntold().map((each) => ({ ...each, windows, hash: hashOf(limit, each.key) })),
    );
    if (told.length === 0) return;
    const totals = await exchangeHits(database.foreground, told).catch((error: unknown) => {
      for (const { key, hits, windows } of told) windows.giveBack(key, hits);
      throw error;
    });
    for (const { hash, key, windows } of told) {
      const total = totals.get(hash);
      if (total !== undefined) windows.learn(key, total);
    }
  }

  function exchangeLater(): void {
    timer = setTimeout(() => {
      exchanging = exchange()
        .catch((error: unknown) => log.debug({ err: error }, 'rate limits are counted by this server alone'))
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
