import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Database } from '../db/database.ts';

/** Carries run ids to workers, at least once each. What a run is and whether it may start stands in job_run alone. */
export interface Queue {
  send(runId: string): Promise<void>;
  /** Drops what was sent for a run whose worker is gone, so that it can be sent again. */
  discard(runId: string): Promise<void>;
  /** Drops everything that was sent. */
  clear(): Promise<void>;
  /** Starts taking. A handler that throws is called again with the same run after a growing delay. */
  work(handle: (runId: string) => Promise<void>): Promise<void>;
  /** Stops taking runs until `work` is called again. Does not wait for active handlers. */
  rest(): Promise<void>;
  /** Takes nothing more; resolves when the handlers at work are done. */
  stopTaking(): Promise<void>;
  close(): Promise<void>;
}

export interface QueueOptions {
  attempts: number;
  retryDelaySeconds: number;
  /** Whether it takes what is sent. */
  works: boolean;
  /** An idle worker asks this often; what is sent here wakes it at once, and what is sent elsewhere where that can be heard. */
  pollSeconds: number;
  /** Whatever went wrong in the background; it may be a copy of what the database threw. */
  onError: (error: Error) => void;
}

const name = 'runs';
const hour = 3600;
const messageSchema = z.object({ runId: z.uuid() });

function makeBoss(database: Database, { works, onError }: QueueOptions): PgBoss {
  const { listen } = database;
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.execute(text, values), ...(listen && { listen }) },
    useListenNotify: works && listen !== undefined,
    backend: database.engine === 'embedded' ? 'pglite' : 'postgres',
    // Our ledger decides when: cron-parser leaves out the Sunday 02:00 that the spring clock change skips.
    schedule: false,
    // Never used here, and asked for every few seconds otherwise.
    flowIntervalSeconds: 24 * hour,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', onError);
  return boss;
}

/**
 * Two servers that start on a new database at the same moment both install the queue's schema; the loser's attempt
 * fails on a system catalog's key, and its next one finds everything in place.
 */
async function startBoss(database: Database, options: QueueOptions): Promise<PgBoss> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await makeBoss(database, options).start();
    } catch (error) {
      const raced = error instanceof Error && /unique constraint "pg_/.test(error.message);
      if (!raced || attempt === 5) throw error;
    }
  }
}

export async function openQueue(database: Database, options: QueueOptions): Promise<Queue> {
  const boss = await startBoss(database, options);
  const policy = {
    retryLimit: options.attempts - 1,
    retryDelay: options.retryDelaySeconds,
    retryBackoff: true,
    expireInSeconds: 23 * hour,
    deleteAfterSeconds: hour,
    // The backstop for a server that dies between giving a run back and discarding its message.
    heartbeatSeconds: 60,
    // Says what was sent to the workers of other processes.
    notify: database.engine === 'postgres',
  };
  await boss.createQueue(name, { ...policy, policy: 'exclusive' });
  await boss.updateQueue(name, policy);
  const workers: string[] = [];

  return {
    async send(runId) {
      const sent = await boss.send(name, { runId }, { singletonKey: runId });
      if (sent !== null) for (const worker of workers) boss.notifyWorker(worker);
    },
    async discard(runId) {
      const messages = await boss.findJobs(name, { key: runId });
      if (messages.length > 0)
        await boss.deleteJob(
          name,
          messages.map((message) => message.id),
        );
    },
    async clear() {
      await boss.deleteAllJobs(name);
    },
    async work(handle) {
      // One connection serves everything on the embedded engine, so a second worker would only get in the way.
      // Heard or not, it asks as often.
      const asking = { pollingIntervalSeconds: options.pollSeconds, notifyPollingIntervalSeconds: options.pollSeconds };
      const count = database.engine === 'embedded' ? 1 : 2;
      for (let index = 0; index < count; index += 1)
        workers.push(
          await boss.work(name, asking, async (messages) => {
            for (const message of messages) await handle(messageSchema.parse(message.data).runId);
          }),
        );
    },
    async rest() {
      workers.length = 0;
      await boss.offWork(name, { wait: false });
    },
    async stopTaking() {
      workers.length = 0;
      await boss.offWork(name, { wait: true });
    },
    async close() {
      await boss.stop({ graceful: false });
    },
  };
}
