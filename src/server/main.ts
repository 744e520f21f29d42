import { createServer } from 'node:net';
import { reasonFor } from '#server/admin/command.ts';
import { beginPredictions } from '#server/churn/pipeline/jobs.ts';
import { watchClock } from '#server/core/clock/guard.ts';
import { migrate } from '#server/core/db/migrate.ts';
import { openDatabase } from '#server/core/db/open.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { Refusal } from '#server/core/errors.ts';
import { startJobs } from '#server/core/jobs/jobs.ts';
import { chooseIdentity } from '#server/core/providers/identity-choice.ts';
import { createLog } from '#server/core/telemetry/log.ts';
import { chooseCrm } from '#server/crm/choose-crm.ts';
import { prepareDemo, scoreDemo } from '#server/demo/start.ts';
import { finishAbandonedImports } from '#server/imports/import.ts';
import { watchForAbandonedImports } from '#server/imports/runs/abandoned.ts';
import { localPlaces } from '#server/prospects/local-places.ts';
import { ensureProvisional } from '#server/scoring/provisional.ts';
import { newestReportedDay } from '#server/scoring/week-queries.ts';
import { builtPages } from '#server/shell/pages.ts';
import { dayIn } from '#shared/core/dates.ts';
import { buildApp } from './app.ts';
import type { Env } from './env.ts';
import { readSettings } from './env-file.ts';
import { settingWarnings } from './env-warnings.ts';
import { jobs, schedules } from './rooms.ts';

async function start(): Promise<void> {
  const env = readSettings();
  for (const warning of settingWarnings(process.env, env)) console.warn(warning);
  await refuseBusyPort(env);
  const log = createLog(env.LOG_LEVEL);
  const clock = () => new Date();
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR });
  const closing: (() => Promise<void>)[] = [() => database.close()];
  const stop = async () => {
    for (const close of closing.reverse()) await close();
  };

  try {
    await migrate(database);
    for (const sentence of await finishAbandonedImports(database, clock)) console.log(sentence);
    const hasDemo = await prepareDemo(database, clock, env, console.log);
    // Beside the scoring, which leaves a processor free; a failure is said where the pages are awaited.
    const pages = env.PAGES === 'built' ? builtPages() : undefined;
    pages?.catch(() => undefined);
    if (hasDemo) await scoreDemo(database, clock, env);
    const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());
    await ensureProvisional(database.background, today(), clock);
    const identity = await chooseIdentity(env);
    const dependencies: Omit<Dependencies, 'jobs'> = {
      env: { ...env, ADMIN_EMAILS: [...env.ADMIN_EMAILS, ...identity.admins] },
      database,
      clock,
      clockGuard: watchClock(database, clock),
      identity: identity.provider,
      crm: chooseCrm(env, database.foreground, clock),
      places: localPlaces(database.foreground),
      log,
    };
    const newestUsageDay = () => newestReportedDay(database.background, today());
    const runner = await startJobs(dependencies, jobs, { schedules, newestUsageDay });
    closing.push(() => runner.stop());
    const hasRefreshed = (await runner.recentRuns()).some(({ job }) => job === 'usage.refresh');
    if (!hasRefreshed && (await newestUsageDay()) !== null) await runner.runNow('usage.refresh');
    await beginPredictions({ database, clock, jobs: runner }, today());
    const abandoned = watchForAbandonedImports(dependencies);
    closing.push(() => abandoned.stop());
    const app = await buildApp({ ...dependencies, jobs: runner }, await pages);
    closing.push(() => app.close());
    await app.listen({ port: env.PORT, host: env.HOST });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        stop().then(() => process.exit(0), fail);
      });
    }
    await database.share().catch((error: unknown) => {
      log.warn({ err: error }, 'commands cannot use the embedded database while this server runs');
    });
    console.log(`\nChairside is ready at ${env.APP_ORIGIN}\n${identity.howToSignIn}\n`);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Asked before the work of a first boot, and by the listener again. */
function refuseBusyPort(env: Env): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason = {
        EADDRINUSE: 'is in use',
        EACCES: 'is not allowed for this user',
        EADDRNOTAVAIL: 'is not an address of this machine',
      }[error.code ?? ''];
      reject(
        new Refusal(
          `${env.HOST}:${env.PORT} ${reason ?? error.message}. Set PORT to another number, such as PORT=${env.PORT + 1} npm start.`,
        ),
      );
    });
    probe.listen(env.PORT, env.HOST, () => probe.close(() => resolve()));
  });
}

function fail(error: unknown): never {
  console.error(reasonFor(error));
  process.exit(1);
}

start().catch(fail);
