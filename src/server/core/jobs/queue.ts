import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Database } from '../db/database.ts';

/**
 * Delivers run ids to workers, each id at least once. The ledger (`job_run`) alone decides whether
 * a run may start.
 */
export interface RunQueue {
  send(runId: string): Promise<void>;
  /** Deletes the message of a run whose worker is dead, so that the message can be sent again. */
  discard(runId: string): Promise<void>;
  /** Deletes all messages. */
  clear(): Promise<void>;
  /**
   * Starts taking messages. When `handle` throws, it is called again with the same run after a
   * growing delay.
   */
  work(handle: (runId: string) => Promise<void>): Promise<void>;
  /** Stops taking messages until `work` is called again. Does not wait for active handlers. */
  rest(): Promise<void>;
  /** Stops taking messages. Resolves when the active handlers are done. */
  stopTaking(): Promise<void>;
  close(): Promise<void>;
}

export interface QueueOptions {
  attempts: number;
  retryDelaySeconds: number;
  /** `true` for a process that takes messages. */
  works: boolean;
  /**
   * Polling interval of an idle worker in seconds. A message of this process wakes the worker at
   * once. A message of another process does so only when the database delivers notifications.
   */
  pollSeconds: number;
  /**
   * Receives errors of background work. Check an error by its name: it may be a copy and not an
   * instance of the original class.
   */
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
    // The job ledger schedules the runs instead of pg-boss. On the Sunday of the spring clock
    // change, pg-boss's cron-parser would skip a job at 02:00, because this time does not exist.
    schedule: false,
    // Flows are not used. This interval keeps pg-boss from polling them every few seconds.
    flowIntervalSeconds: 24 * hour,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', onError);
  return boss;
}

/**
 * Starts pg-boss and retries a failed start. Two servers that start on a new database both install
 * pg-boss's schema. One of them fails on a catalog key and succeeds at its next attempt.
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

export async function openRunQueue(database: Database, options: QueueOptions): Promise<RunQueue> {
  const boss = await startBoss(database, options);
  const policy = {
    retryLimit: options.attempts - 1,
    retryDelay: options.retryDelaySeconds,
    retryBackoff: true,
    expireInSeconds: 23 * hour,
    deleteAfterSeconds: hour,
    // After 60 s without a heartbeat, the message is delivered again. This is needed only when a
    // server dies after it released a run and before it deleted the run's message.
    heartbeatSeconds: 60,
    // Notifies the workers of other processes about new messages.
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
      const polling = {
        pollingIntervalSeconds: options.pollSeconds,
        notifyPollingIntervalSeconds: options.pollSeconds,
      };
      // The embedded database has one connection, so a second worker would not speed up the work.
      const count = database.engine === 'embedded' ? 1 : 2;
      for (let index = 0; index < count; index += 1)
        workers.push(
          await boss.work(name, polling, async (messages) => {
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
