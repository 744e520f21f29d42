import { type ParseArgsConfig, parseArgs } from 'node:util';
import { completeRestore } from '#server/backup/restore.ts';
import { beginAuditSealing } from '#server/core/audit/begin.ts';
import { updateAuditRecordFile } from '#server/core/audit/keep-record.ts';
import { findAuditKey } from '#server/core/audit/key-file.ts';
import { newestWrittenPosition, setAuditKey } from '#server/core/audit/seal.ts';
import { compareClockWithDatabase } from '#server/core/clock/guard.ts';
import { clockTroubleText } from '#server/core/clock/rules.ts';
import { type Database, DatabaseInUse, DatabaseUnavailable } from '#server/core/db/database.ts';
import { openSharedDatabase } from '#server/core/db/embedded/shared-database.ts';
import { migrateDatabase, requireSameMigrations } from '#server/core/db/migrate.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { type Env, InvalidSettings } from '#server/core/env/env.ts';
import { readEnvSettings } from '#server/core/env/env-file.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import { finishAbandonedImports } from '#server/imports/finish.ts';
import { errorMessage } from '#shared/core/error-message.ts';

/**
 * Opens the configured database, migrates it to this version and finishes interrupted imports.
 * While a server uses the embedded database, the command uses the server's connection.
 */
export function withMigratedDatabase(
  use: (database: Database, env: Env) => Promise<void>,
): Promise<void> {
  return withUnmigratedDatabase(async (database, env) => {
    const trouble = await compareClockWithDatabase(database, () => new Date());
    if (trouble !== null) throw new CannotContinueError(clockTroubleText(trouble));
    await migrateOrRequireMigrated(database);
    await completeRestore(database, { env, clock: () => new Date() });
    await beginAuditSealing(database, env, () => new Date());
    for (const sentence of await finishAbandonedImports(database, () => new Date()))
      console.log(sentence);
    await use(database, env);
  });
}

/** Opens the configured database without migrating it. */
export async function withUnmigratedDatabase(
  use: (database: Database, env: Env) => Promise<void>,
): Promise<void> {
  const env = readEnvSettings();
  const database = await openOrBorrow(env);
  try {
    setAuditKey(await findAuditKey(env));
    await use(database, env);
    if (newestWrittenPosition() > 0)
      await updateAuditRecordFile({ database, place: env, clock: () => new Date() });
  } finally {
    await database.close();
  }
}

/**
 * Migrates the database to this version. Throws when a server shares the database and runs another
 * version.
 */
export const migrateOrRequireMigrated = (database: Database): Promise<unknown> =>
  isBorrowed(database) ? requireSameMigrations(database) : migrateDatabase(database);

const isBorrowed = ({ engine, isAlone }: Database) => engine === 'embedded' && !isAlone;

const waitForServer =
  'If a server is starting, try again when the server is ready. If another command is running, wait until that command ends.';

async function openOrBorrow(env: Env): Promise<Database> {
  try {
    return await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR });
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error;
    const borrowed = await openSharedDatabase(env.DATA_DIR);
    if (borrowed === undefined) throw new DatabaseInUse(`${error.message}\n${waitForServer}`);
    return borrowed;
  }
}

/**
 * Parses the arguments of a command. Throws `Refusal` with the usage when an argument is unknown.
 */
export function parseCommandArguments<const Config extends ParseArgsConfig>(
  config: Config,
  usage: string,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new CannotContinueError(`${errorMessage(error)}\n${usage}`);
  }
}

/**
 * Runs a command. On failure, sets the exit code 1. Prints the reason in one line when the error is
 * meant for users.
 */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.exitCode = 1;
    console.error(messageOfExpectedError(error));
  }
}

/** Returns the message of an expected error; returns any other error unchanged. */
export function messageOfExpectedError(error: unknown): unknown {
  if (error instanceof InvalidSettings)
    return `These settings are invalid (see .env.example):\n${error.message}`;
  if (error instanceof DatabaseUnavailable || error instanceof CannotContinueError)
    return error.message;
  return error;
}
