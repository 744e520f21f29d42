/**
 * Handling of runs that were missed while no server was running: run none, only the newest, or all.
 */
export type MissedRunHandling = 'skip' | 'latest' | 'all';

export interface Schedule {
  /** Key of the schedule, which stays the same when its times change. */
  key: string;
  /** Name of the background job. */
  job: string;
  /** Cron expression with five fields, in the business time zone. */
  cron: string;
  misfire: MissedRunHandling;
  /** Maximum delay in minutes with which a missed run is still started; `null` for no limit. */
  maxLateMinutes: number | null;
  /** Sentence that describes the schedule and its purpose. */
  text: string;
}

/** Schedules whose times are stated in guides. All other schedules are declared in their rooms. */
export const schedulesNamedInGuides: readonly Schedule[] = [
  {
    key: 'usage.refresh',
    job: 'usage.refresh',
    cron: '0 */6 * * *',
    misfire: 'latest',
    maxLateMinutes: 6 * 60,
    text: 'Usage is updated every 6 hours.',
  },
  {
    key: 'scores.official',
    job: 'scores.official',
    cron: '0 2 * * 0',
    misfire: 'latest',
    // A run closes all open weeks. After downtime, a single run is enough, but it must happen
    // regardless of the delay.
    maxLateMinutes: null,
    text: 'The official week is closed every Sunday at 2 AM.',
  },
  {
    key: 'scores.official.late',
    job: 'scores.official',
    cron: '30 3,9,15,21 * * *',
    misfire: 'latest',
    maxLateMinutes: 6 * 60,
    text: 'A week with late usage is closed within 6 hours after the usage arrives.',
  },
  {
    key: 'scores.provisional',
    job: 'scores.provisional',
    cron: '0 2 * * *',
    misfire: 'latest',
    maxLateMinutes: 24 * 60,
    text: 'The provisional score of the current week is refreshed daily at 2 AM.',
  },
  {
    key: 'benchmarks.refresh',
    job: 'benchmarks.refresh',
    cron: '30 0,6,12,18 * * *',
    misfire: 'latest',
    maxLateMinutes: 6 * 60,
    text: 'Benchmarks are refreshed every 6 hours, half an hour after the usage update.',
  },
  {
    key: 'onboarding.refresh',
    job: 'onboarding.refresh',
    cron: '0 */4 * * *',
    misfire: 'latest',
    maxLateMinutes: 4 * 60,
    text: 'Onboarding progress is refreshed every 4 hours.',
  },
];
