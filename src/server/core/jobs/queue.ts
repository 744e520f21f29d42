import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Database } from '../db/database.ts';

/**
 * Delivers run ids to workers, at least once each. The table job_run alone decides what a run is
 * and whether it may start.
 */
export interface Queue {
  send(runId: string): Promise<void>;
  /** Deletes the message of a run whose worker is gone, so that it can be sent again. */
  discard(runId: string): Promise<void>;
  /** Deletes all messages. */
  clear(): Promise<void>;
  /**
   * Starts taking messages. A handler that throws is called again with the same run after a growing
   * delay.
   */
  work(handle: (runId: string) => Promise<void>): Promise<void>;
  /** Stops taking runs until `work` is called again. Does not wait for active handlers. */
  rest(): Promise<void>;
  /** Stops taking messages; resolves when the active handlers are done. */
  stopTaking(): Promise<void>;
  close(): Promise<void>;
}

export interface QueueOptions {
  attempts: number;
  retryDelaySeconds: number;
  /** `true` for a process that takes messages. */
  works: boolean;
  /**
   * Polling interval of an idle worker. A message of this process wakes the worker at once; a
   * message of another process does so only where notifications are available.
   */
  pollSeconds: number;
  /** Receives background errors; an error may be a copy of the database's. */
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
    // The ledger decides the times: cron-parser skips the Sunday 02:00 that the spring clock change
    // leaves out.
    schedule: false,
    // Flows are unused, and would otherwise be polled every few seconds.
    flowIntervalSeconds: 24 * hour,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', onError);
  return boss;
}

/**
 * Starts pg-boss with retries. Two servers that start on a new database at once both install its
 * schema; the loser fails on a catalog key and succeeds at its next attempt.
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
    // Fallback for a server that dies between releasing a run and deleting its message.
    heartbeatSeconds: 60,
    // Notifies the workers of other processes.
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
      // The embedded engine has one connection, so a second worker would only get in the way.
      const asking = {
        pollingIntervalSeconds: options.pollSeconds,
        notifyPollingIntervalSeconds: options.pollSeconds,
      };
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
