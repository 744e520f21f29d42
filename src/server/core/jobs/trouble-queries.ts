import { sql } from 'kysely';
import type { JobTrouble } from '#shared/core/jobs/job-troubles.ts';
import type { Queries } from '../db/database.ts';
import type { JobQueue } from '../job-requests.ts';
import { pausedSchedules } from './status-queries.ts';

/**
 * Returns the jobs whose scheduled runs failed, were missed or are paused. Backfills are ignored,
 * because they do not show whether today's work is done.
 */
export async function jobTroubles(
  queries: Queries,
  known: JobQueue['known'],
): Promise<JobTrouble[]> {
  const scheduled = known.filter(({ schedules }) => schedules.length > 0);
  const [paused, last] = await Promise.all([
    pausedSchedules(queries),
    lastOutcomes(queries, scheduled),
  ]);
  return scheduled.flatMap(({ name, schedules }): JobTrouble[] => {
    const pauses = paused
      .filter(({ schedule }) => schedules.some(({ key }) => key === schedule))
      .map(({ at }) => at.getTime());
    // The job is paused only when all of its schedules are paused.
    if (pauses.length === schedules.length)
      return [{ job: name, kind: 'paused', at: new Date(Math.max(...pauses)).toISOString() }];
    const outcome = last.find(({ job }) => job === name);
    return outcome === undefined
      ? []
      : [{ job: name, kind: outcome.kind, at: outcome.at.toISOString() }];
  });
}

interface Outcome {
  job: string;
  kind: 'failed' | 'missed';
  at: Date;
}

async function lastOutcomes(
  queries: Queries,
  jobs: readonly { name: string }[],
): Promise<Outcome[]> {
  const { rows } = await sql<Outcome>`
    select known.job, case when ended.state = 'failed' then 'failed' else 'missed' end as kind,
      case when ended.state = 'failed' then ended.finished_at else newest.scheduled_for end as at
    from unnest(${jobs.map(({ name }) => name)}::text[]) as known (job)
    cross join lateral (
      select state, scheduled_for from job_run r where r.job = known.job and arguments ->> 'from' is null order by scheduled_for desc limit 1
    ) newest
    left join lateral (
      select state, finished_at from job_run r
      where r.job = known.job and r.state in ('succeeded', 'failed') and arguments ->> 'from' is null
      order by scheduled_for desc limit 1
    ) ended on true
    where ended.state = 'failed' or newest.state = 'skipped'`.execute(queries);
  return rows;
}
