/**
 * Handling of occurrences missed while no server was running: run none, only the newest, or all.
 */
export type Misfire = 'skip' | 'latest' | 'all';

export interface Schedule {
  /** Key of the schedule in the ledger; it stays the same when the times change. */
  key: string;
  /** Name of the background job. */
  job: string;
  /** Cron expression with five fields, in the business time zone. */
  cron: string;
  misfire: Misfire;
  /** Maximum lateness of a run in minutes; `null` for no limit. */
  maxLateMinutes: number | null;
  /** Schedule and purpose as a sentence. */
  text: string;
}

/** Schedules that guides describe. All other schedules are declared in their rooms. */
export const schedules: readonly Schedule[] = [
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
    // A run closes every open week. After downtime one run is therefore enough, but it must happen
    // however late it is.
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
    text: 'Benchmarks are refreshed every 6 hours, half an hour after usage.',
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
