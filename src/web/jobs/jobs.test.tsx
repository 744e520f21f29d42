import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getUser } from '#shared/auth/auth.ts';
import type { JobRun } from '#shared/core/jobs/job-runs.ts';
import {
  getJobRun,
  getJobRuns,
  getJobs,
  type JobStatus,
  postJobRun,
  postSchedulePause,
} from '#shared/jobs/jobs.ts';
import { postReopening } from '#shared/scoring/reopening.ts';
import { mockElementSizes } from '#test/web/layout.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;
let restore: () => void;
beforeEach(() => {
  restore = mockElementSizes();
  server = startSignedInServer();
  server.answer(getUser, { ...morgan, role: 'admin' });
});
afterEach(() => restore());

describe('jobs', () => {
  const run: JobRun = {
    jobRunId: morgan.id,
    job: 'usage.refresh',
    title: 'Usage',
    schedule: 'usage.refresh',
    scheduledFor: '2026-11-24T08:00:00Z',
    state: 'failed',
    attempt: 3,
    range: null,
    progress: null,
    result: null,
    resultText: null,
    error: 'The feed did not answer.',
    startedAt: '2026-11-24T08:00:00Z',
    finishedAt: '2026-11-24T08:00:30Z',
  };
  const schedule = {
    key: 'usage.refresh',
    text: 'Usage is updated every 6 hours.',
    nextAt: '2026-11-24T14:00:00Z',
    paused: null,
  };
  const refresh: JobStatus = {
    job: 'usage.refresh',
    title: 'Usage',
    resultAt: null,
    does: null,
    schedules: [schedule],
    backfill: 'week',
    lastRun: run,
    medianSeconds: 12.34,
    trouble: { job: 'usage.refresh', kind: 'failed', at: '2026-11-24T08:00:30Z' },
  };
  const reopen: JobStatus = {
    job: 'scores.reopen',
    title: 'Reopened weeks',
    resultAt: null,
    does: 'Recomputes the scores of closed weeks, from a given week on.',
    schedules: [],
    backfill: null,
    lastRun: null,
    medianSeconds: null,
    trouble: null,
  };
  let send: (runs: JobRun[]) => void;

  beforeEach(() => {
    vi.stubGlobal(
      'EventSource',
      class {
        addEventListener(_: string, listener: (event: { data: string }) => void) {
          send = (runs) => act(() => listener({ data: JSON.stringify(runs) }));
        }
        close() {
          send = () => undefined;
        }
      },
    );
    server.answer(getJobs, {
      rows: [refresh, reopen],
      timeZone: 'America/Los_Angeles',
    });
    server.answer(getJobRuns, { rows: [run] });
  });

  it('refetch the user when the server ends the progress stream, and reconnect after an error response', async () => {
    const opened: EventTarget[] = [];
    vi.stubGlobal(
      'EventSource',
      class extends EventTarget {
        static CLOSED = 2;
        readyState = 2;
        onerror: () => void = () => undefined;
        constructor() {
          super();
          opened.push(this);
          this.addEventListener('error', () => this.onerror());
        }
        close() {}
      },
    );
    renderApp('/admin?part=jobs');
    await screen.findByRole('table', { name: 'Jobs' });
    const reads = server.callsTo(getJobRuns).length;
    act(() => void opened[0]?.dispatchEvent(new Event('error')));
    await waitFor(() => expect(server.callsTo(getJobRuns).length).toBeGreaterThan(reads));

    server.answer(getUser, { ...morgan, role: 'member' });
    act(() => void opened[0]?.dispatchEvent(new Event('end')));
    await waitFor(() =>
      expect(screen.queryByRole('table', { name: 'Jobs' })).not.toBeInTheDocument(),
    );
  });

  it('show their schedules, last run and its error, and run on request', async () => {
    server.answer(postJobRun, { ...run, state: 'queued' });
    renderApp('/admin?part=jobs');
    const table = within(await screen.findByRole('table', { name: 'Jobs' }));
    expect(table.getByText('Usage is updated every 6 hours.')).toBeVisible();
    expect(table.getByText(/^Failed .*, 30\.0 s$/)).toBeVisible();
    expect(table.getByText('The feed did not answer.')).toBeVisible();
    expect(table.getByText('12.3 s')).toBeVisible();
    await userEvent.click(table.getByRole('button', { name: 'Run now: Usage' }));
    await waitFor(() =>
      expect(server.callsTo(postJobRun)[0]?.body).toEqual({ job: 'usage.refresh' }),
    );
  });

  it('backfills a job for past weeks, and reopens closed weeks', async () => {
    server.answer(postJobRun, { ...run, state: 'queued' });
    server.answer(postReopening, { ...run, state: 'queued' });
    renderApp('/admin?part=jobs');
    await userEvent.click(await screen.findByRole('button', { name: 'Backfill “Usage”' }));
    const range = within(await screen.findByRole('dialog', { name: 'Backfill Usage' }));
    await userEvent.type(range.getByLabelText(/First day/), '2026-11-01');
    await userEvent.clear(range.getByLabelText(/Last day/));
    await userEvent.type(range.getByLabelText(/Last day/), '2026-11-14');
    await userEvent.click(range.getByRole('button', { name: 'Backfill' }));
    await waitFor(() =>
      expect(server.callsTo(postJobRun)[0]?.body).toEqual({
        job: 'usage.refresh',
        range: { from: '2026-11-01', to: '2026-11-14' },
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Backfill “Reopened weeks”' }));
    const weeks = within(await screen.findByRole('dialog', { name: 'Reopen closed weeks' }));
    await userEvent.type(weeks.getByLabelText(/Any day of the first week/), '2026-11-04');
    expect(
      weeks.getByText('Rescoring starts with the week of 2026-11-01 to 2026-11-07.'),
    ).toBeVisible();
    await userEvent.type(weeks.getByLabelText(/Reason/), 'Late usage');
    await userEvent.click(weeks.getByRole('button', { name: 'Reopen weeks' }));
    await waitFor(() =>
      expect(server.callsTo(postReopening)[0]?.body).toMatchObject({
        fromWeek: '2026-11-01',
        reason: 'Late usage',
      }),
    );
  });

  it('shows the progress of an active run, which cannot be started twice', async () => {
    renderApp('/admin?part=jobs');
    const table = within(await screen.findByRole('table', { name: 'Jobs' }));
    send([
      {
        ...run,
        state: 'running',
        error: null,
        progress: { done: 30, total: 120, note: 'customers' },
      },
    ]);
    expect(await table.findByText('Running: customers, 30 of 120')).toBeVisible();
    expect(table.getByRole('button', { name: 'Run now: Usage' })).toBeDisabled();
  });

  it('shows the log of a run', async () => {
    server.answer(getJobRun, {
      run,
      log: [{ at: '2026-11-24T08:00:00Z', text: 'Attempt 1 begins.' }],
    });
    renderApp('/admin?part=jobs');
    const list = within(await screen.findByRole('grid', { name: 'Last runs' }));
    await userEvent.click(await list.findByText('Usage'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Usage' }));
    expect(await dialog.findByText('Attempt 1 begins.')).toBeVisible();
  });

  it('lists failed and missed jobs above the table, and opens their last runs with logs', async () => {
    server.answer(getJobs, {
      rows: [
        refresh,
        {
          ...reopen,
          job: 'alerts.evaluate',
          title: 'Alert rules',
          trouble: { job: 'alerts.evaluate', kind: 'missed', at: '2026-11-24T14:30:00Z' },
        },
        {
          ...reopen,
          job: 'churn.score',
          title: 'Churn pipeline: predict',
          trouble: { job: 'churn.score', kind: 'paused', at: '2026-11-24T14:30:00Z' },
        },
      ],
      timeZone: 'America/Los_Angeles',
    });
    server.answer(getJobRun, {
      run,
      log: [{ at: '2026-11-24T08:00:00Z', text: 'Attempt 1 begins.' }],
    });
    renderApp('/admin?part=jobs');
    const notice = await screen.findByRole('alert', { name: 'Some scheduled jobs need attention' });
    expect(notice).toHaveTextContent(
      'Last run failed: Usage.Last run missed: Alert rules.Paused: Churn pipeline: predict.Each affected page has a notice',
    );
    const table = within(screen.getByRole('table', { name: 'Jobs' }));
    expect(table.getByText('Missed Nov 24, 2026, 6:30 AM')).toBeVisible();
    await userEvent.click(table.getByRole('button', { name: /^Failed / }));
    expect(
      await within(await screen.findByRole('dialog', { name: 'Usage' })).findByText(
        'Attempt 1 begins.',
      ),
    ).toBeVisible();
  });

  it('shows no alert while no job has failed or missed its schedule', async () => {
    server.answer(getJobs, { rows: [reopen], timeZone: 'America/Los_Angeles' });
    renderApp('/admin?part=jobs');
    expect(await screen.findByText(/^Recomputes the scores of closed weeks/)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('pauses a schedule', async () => {
    const paused = {
      ...schedule,
      nextAt: null,
      paused: { at: '2026-11-24T08:10:00Z', by: 'Avery Admin' },
    };
    server.answer(postSchedulePause, paused);
    renderApp('/admin?part=jobs');
    const button = await screen.findByRole('button', {
      name: 'Pause: Usage is updated every 6 hours.',
    });
    server.answer(getJobs, {
      rows: [{ ...refresh, schedules: [paused] }],
      timeZone: 'America/Los_Angeles',
    });
    await userEvent.click(button);
    expect(await screen.findByText(/Paused by Avery Admin/)).toBeVisible();
    expect(server.callsTo(postSchedulePause)[0]?.body).toEqual({ isPaused: true });
  });
});
