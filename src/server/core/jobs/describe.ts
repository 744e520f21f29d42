import { dayIn } from '#shared/core/dates.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import type { Job } from './job.ts';
import type { RunRow } from './queries.ts';
import { nextOccurrence } from './rules.ts';

/**
 * Returns a text with the jobs, their schedules, and their last and next run in local time and UTC.
 */
export function formatJobScheduleReport(
  { jobs, schedules }: { jobs: readonly Job[]; schedules: readonly Schedule[] },
  lastRuns: readonly RunRow[],
  timeZone: string,
  now: Date,
): string {
  const known = new Map(lastRuns.map((run) => [run.job, run]));
  const describe = ({ name }: Job) => {
    const times = schedules.filter((schedule) => schedule.job === name);
    return describeJob(name, times, known.get(name), timeZone, now).join('\n');
  };
  return jobs.map(describe).join('\n\n');
}

function describeJob(
  name: string,
  times: readonly Schedule[],
  last: RunRow | undefined,
  timeZone: string,
  now: Date,
): string[] {
  const lines = times.flatMap(({ cron, text }) => {
    const next = nextOccurrence(cron, timeZone, now);
    return [text, ...(next === null ? [] : [`next  ${localAndUtcText(next, timeZone)}`])];
  });
  if (times.length === 0) lines.push('Runs on request.');
  lines.push(last === undefined ? 'last  never' : `last  ${describeRun(last, timeZone)}`);
  return [name, ...lines.map((line) => `  ${line}`)];
}

function describeRun(run: RunRow, timeZone: string): string {
  const progress =
    run.state === 'running' && run.progress !== null
      ? ` ${run.progress.done} of ${run.progress.total}`
      : '';
  const error = run.error === null ? '' : `: ${run.error}`;
  return `${run.started_at === null ? '' : `${localAndUtcText(run.started_at, timeZone)}, `}${run.state}${progress}${error}`;
}

/** Formats a time such as "Sun 2026-11-22 02:00 PST = 2026-11-22 10:00 UTC". */
export function localAndUtcText(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((each) => each.type === type)?.value ?? '';
  const local = `${part('weekday')} ${dayIn(timeZone, at)} ${part('hour')}:${part('minute')} ${part('timeZoneName')}`;
  return `${local} = ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
