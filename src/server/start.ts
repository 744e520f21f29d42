import { updateAdministratorPeriods } from '#server/auth/administrators.ts';
import { completeRestore } from '#server/backup/restore.ts';
import { requestFirstPredictions } from '#server/churn/pipeline/jobs.ts';
import { beginAuditSealing } from '#server/core/audit/begin.ts';
import { startAuditRecordUpdates } from '#server/core/audit/keep-record.ts';
import { createGuardOfMachineClock } from '#server/core/clock/guard.ts';
import { clockTroubleText } from '#server/core/clock/rules.ts';
import { migrateDatabase } from '#server/core/db/migrate.ts';
import { openDatabase } from '#server/core/db/open.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import type { Env } from '#server/core/env/env.ts';
import type { Job } from '#server/core/jobs/job.ts';
import { type JobRunner, type JobsOptions, startJobs } from '#server/core/jobs/jobs.ts';
import { chooseIdentityProvider } from '#server/core/providers/identity-choice.ts';
import { chooseLanguageModel } from '#server/core/providers/language-model-choice.ts';
import {
  createProviderCallRecorder,
  withRecordedIdentityCalls,
} from '#server/core/providers/watch/watch.ts';
import { createLogger } from '#server/core/telemetry/log.ts';
import { chooseCrmProvider } from '#server/crm/choose-crm.ts';
import { scoreAndPopulateDemo, seedOrGrowDemo } from '#server/demo/start.ts';
import { watchForAbandonedImports } from '#server/imports/abandoned.ts';
import { finishAbandonedImports } from '#server/imports/finish.ts';
import { choosePlacesProvider } from '#server/prospects/places/choose-places.ts';
import { ensureProvisionalScores } from '#server/scoring/provisional.ts';
import { newestReportedDay } from '#server/scoring/week-queries.ts';
import { ensurePagesBuilt } from '#server/shell/pages.ts';
import { dayIn } from '#shared/core/dates.ts';
import { buildApp } from './app.ts';
import { rooms, workerRouteRooms } from './rooms.ts';
import { drainRequests, waitForLimitedShutdown } from './shutdown.ts';

interface Work extends Pick<JobsOptions, 'schedules' | 'tickSeconds' | 'pollSeconds'> {
  jobs: readonly Job[];
}

/** Server that is ready to answer requests. */
export interface RunningServer {
  howToSignIn: string;
  /**
   * Stops accepting work. Waits for active work to finish or returns it to the queue. Resolves
   * within 20 s.
   */
  stop(): Promise<void>;
}

/**
 * Starts a server with the role in the settings and reports its progress. Resolves once the server
 * is ready.
 */
export async function startServer(
  env: Env,
  { jobs, ...pace }: Work,
  say: (line: string) => void,
): Promise<RunningServer> {
  const log = createLogger(env.LOG_LEVEL);
  const clock = () => new Date();
  const database = await openDatabase({
    databaseUrl: env.DATABASE_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    dataDir: env.DATA_DIR,
  });
  let runner: JobRunner | undefined;
  let record: { stop(): Promise<void> } | undefined;
  let abandoned: { stop(): Promise<void> } | undefined;
  let app: Awaited<ReturnType<typeof buildApp>> | undefined;
  const stop = async () => {
    const requests = app === undefined ? Promise.resolve() : drainRequests(app);
    try {
      await Promise.all([requests, runner?.stop(requests), abandoned?.stop()]);
    } finally {
      await record?.stop();
      await database.close();
    }
  };

  try {
    await migrateDatabase(database);
    const clockGuard = createGuardOfMachineClock(database, clock);
    const trouble = await clockGuard.check();
    await completeRestore(database, { env, clock });
    await beginAuditSealing(database, env, clock);
    // A server whose clock differs from the database's clock skips the startup work. It could do
    // the work for another day than the other servers.
    const isApart = trouble?.kind === 'apart';
    if (isApart) say(clockTroubleText(trouble));
    const works = env.ROLE !== 'web';
    const answers = env.ROLE !== 'worker';
    const begins = works && !isApart;
    if (begins) for (const sentence of await finishAbandonedImports(database, clock)) say(sentence);
    const hasDemo = begins && (await seedOrGrowDemo(database, clock, env, say));
    // The pages are built in parallel with scoring, which uses only one processor. `await pages`
    // reports a failure.
    const pages = env.PAGES === 'built' && answers ? ensurePagesBuilt() : undefined;
    pages?.catch(() => undefined);
    if (hasDemo) await scoreAndPopulateDemo(database, clock, env, rooms);
    const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());
    if (begins) await ensureProvisionalScores(database.background, today(), clock);
    const identity = await chooseIdentityProvider(env);
    const withAdmins = { ...env, ADMIN_EMAILS: [...env.ADMIN_EMAILS, ...identity.admins] };
    const dependencies: Omit<Dependencies, 'jobs'> = {
      env: withAdmins,
      database,
      clock,
      clockGuard,
      identity: withRecordedIdentityCalls(
        identity.provider,
        createProviderCallRecorder(database.foreground, 'identity', clock),
      ),
      // Each settings object has one CRM client, which counts failed calls. Startup, routes and
      // jobs pass the same settings object, so they share the client.
      crm: chooseCrmProvider(withAdmins, database.foreground, clock),
      places: choosePlacesProvider(env, database.foreground, clock),
      llm: chooseLanguageModel(env, database.foreground, clock),
      log,
    };
    const newestUsageDay = () => newestReportedDay(database.background, today());
    runner = await startJobs(dependencies, jobs, { ...pace, newestUsageDay, works });
    if (begins) {
      const hasRefreshed = (await runner.recentRuns()).some(({ job }) => job === 'usage.refresh');
      if (!hasRefreshed && (await newestUsageDay()) !== null) await runner.runNow('usage.refresh');
      await requestFirstPredictions({ database, clock, jobs: runner }, today());
      abandoned = watchForAbandonedImports(dependencies);
    }
    // The updates of the audit record start after the long work of a first start. If they started
    // earlier, a full disk during that work would be reported twice.
    record = startAuditRecordUpdates({ database, place: env, clock }, log);
    // ADMIN_EMAILS changes only with a restart, so each start records the administrators that were
    // added or removed.
    if (answers)
      await updateAdministratorPeriods(database.foreground, { env: withAdmins, at: clock() });
    app = await buildApp(
      { ...dependencies, jobs: runner },
      await pages,
      answers ? undefined : workerRouteRooms,
    );
    await app.listen({ port: env.PORT, host: env.HOST });
    await database.share().catch((error: unknown) => {
      log.warn(
        { err: error },
        'commands cannot use the embedded database while this server is running',
      );
    });
    return { howToSignIn: identity.howToSignIn, stop: () => waitForLimitedShutdown(stop(), log) };
  } catch (error) {
    await stop().catch((failure: unknown) => log.error({ err: failure }, 'could not stop cleanly'));
    throw error;
  }
}
