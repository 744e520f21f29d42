import type { FastifyInstance } from 'fastify';
import { getJobRuns, postJobRun } from '#shared/core/job-runs.ts';
import { writeAudit } from '../audit.ts';
import type { Dependencies } from '../dependencies.ts';
import { route } from '../http/route.ts';

export function jobsRoutes(app: FastifyInstance, { jobs, database, clock }: Dependencies): void {
  route(app, getJobRuns, async () => ({ rows: await jobs.recentRuns() }));

  route(app, postJobRun, async ({ body, user }) => {
    const run = await jobs.runNow(body.job);
    await writeAudit(database.foreground, {
      at: clock(),
      actor: user.id,
      action: 'job.run',
      objectType: 'job_run',
      objectId: run.jobRunId,
      detail: { job: run.job },
    });
    return run;
  });
}
