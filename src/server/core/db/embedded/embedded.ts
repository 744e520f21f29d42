import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HttpError } from '../../errors.ts';
import { type Database, type DatabaseState, QueryDeadline } from '../database.ts';
import { deadlines } from '../deadlines.ts';
import { Pulse } from '../pulse.ts';
import { backgroundOver, queriesOver, withSession } from '../session.ts';
import { EmbeddedConnection, type UseLimits } from './connection.ts';
import { EmbeddedEngine } from './engine.ts';
import type { EmbeddedStore } from './protocol.ts';
import { shareConnection } from './shared-connection.ts';
import { startUpkeep } from './upkeep.ts';

export interface EmbeddedDatabase extends Database {
  /** The whole database as a tar file, for a template or a backup. */
  dump(): Promise<Buffer>;
}

export interface EmbeddedOptions {
  requestDeadlineMs?: number;
  jobDeadlineMs?: number;
  requestWaitMs?: number;
  /** Aborted when the folder is no longer this process's: the database is left at once and stays closed. */
  lost?: AbortSignal;
  /** Runs after the database is closed: gives back the folder's lock. */
  onClose?: () => Promise<void>;
}

/** How long a closing database waits for who uses it at the moment. */
const closingPatienceMs = 5_000;
/** How long a check waits for its turn and its answer. */
const checkMs = 1_500;

/** Opens PGlite in a thread of its own. */
export async function openEmbedded(store: EmbeddedStore, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const engine = new EmbeddedEngine(store, options.lost);
  await engine.open();
  return databaseOver(engine, options, async () => {
    await engine.close();
    await options.onClose?.();
  });
}

/** A database behind one connection, which is lent in turn. `leave` runs when it is closed, and hears whether nobody uses the engine any more. */
export function databaseOver(
  engine: EmbeddedEngine,
  options: EmbeddedOptions,
  leave: (isFree: boolean) => Promise<void>,
): EmbeddedDatabase {
  const { store } = engine;
  const pulse = new Pulse();
  engine.onAnswer = () => pulse.answered();
  const connection = new EmbeddedConnection(engine);
  const requestLimits: UseLimits = {
    class: 'foreground',
    deadlineMs: options.requestDeadlineMs ?? deadlines.foregroundMs,
    waitMs: options.requestWaitMs ?? deadlines.requestWaitMs,
  };
  const jobLimits: UseLimits = { class: 'background', deadlineMs: options.jobDeadlineMs ?? deadlines.backgroundMs };

  const lend = (limits: UseLimits) => () => connection.acquire(limits);
  let shared: { close(): Promise<void> } | undefined;
  let hasStarted = false;
  const upkeep = store.kind === 'folder' ? startUpkeep(connection, engine, jobLimits, () => hasStarted) : undefined;

  const foreground = queriesOver(lend(requestLimits));

  /** Ahead of the jobs that wait, not into what the connection does at the moment. */
  function ask(): Promise<DatabaseState['status']> {
    const asked = withSession(lend({ ...requestLimits, waitMs: checkMs }), (session) => session.statement('select 1', [])).then(
      () => 'ok' as const,
      (error: unknown) => (error instanceof HttpError || error instanceof QueryDeadline ? 'busy' : 'down'),
    );
    return Promise.race([asked, pause(checkMs, 'busy' as const, { ref: false })]);
  }

  return {
    engine: 'embedded',
    get isAlone() {
      return shared === undefined;
    },
    foreground,
    reading: () => foreground,
    replica: () => null,
    ...backgroundOver(lend(jobLimits)),
    async share() {
      hasStarted = true;
      if (store.kind === 'folder') shared = await shareConnection(dirname(store.folder), () => connection.lease(jobLimits));
    },
    check: () => pulse.check(ask),
    load: () => [connection.load('foreground'), connection.load('background')],
    dump: () => withSession(lend(jobLimits), () => engine.dump(jobLimits.deadlineMs)),
    async close() {
      upkeep?.stop();
      await shared?.close();
      await connection.close(closingPatienceMs);
      await leave(connection.unused);
    },
  };
}
