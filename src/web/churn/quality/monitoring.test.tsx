import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getUser } from '#shared/auth/auth.ts';
import { getMissedSignals } from '#shared/churn/losses/review.ts';
import {
  getPipelineRuns,
  type PipelineRun,
  postPipelineRun,
} from '#shared/churn/pipeline/pipeline-runs.ts';
import { getCustomerOutcomes } from '#shared/churn/quality/outcomes.ts';
import {
  getPredictionQuality,
  postModelVersionChoice,
  postPatternMute,
} from '#shared/churn/quality/quality.ts';
import { createChurnQuality } from '#test/churn-records.ts';
import { findUnlinkedFigures } from '#test/web/bare-figures.ts';
import { mockElementSizes } from '#test/web/layout.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;
let restore: () => void;

const run = (step: PipelineRun['step'], facts: Partial<PipelineRun> = {}): PipelineRun => ({
  runId: crypto.randomUUID(),
  step,
  day: '2026-11-18',
  status: 'succeeded',
  askedBy: null,
  askedAt: '2026-11-18T12:00:00.000Z',
  startedAt: '2026-11-18T12:00:00.000Z',
  endedAt: '2026-11-18T12:00:02.500Z',
  rowsIn: 3_000,
  rowsOut: 2_400,
  rejects: 12,
  checks: [],
  error: null,
  ...facts,
});
const answerRuns = (rows: PipelineRun[], predictedAt: string | null = new Date().toISOString()) =>
  server.answer(getPipelineRuns, {
    rows,
    predictedDay: predictedAt === null ? null : '2026-11-18',
    predictedAt,
  });

beforeAll(() => {
  restore = mockElementSizes();
});
afterAll(() => restore());
beforeEach(() => {
  server = startSignedInServer();
  answerRuns([
    run('score', {
      status: 'failed',
      error: 'There are too few recorded losses to train a model. Add or import losses.',
    }),
    run('features', {
      checks: [
        {
          key: 'drift:score',
          name: 'Adoption score',
          value: 0.3,
          unit: 'psi',
          usual: 0.1,
          verdict: 'look',
        },
      ],
    }),
    run('extract', {
      checks: [
        {
          key: 'feeds',
          name: 'Connections that reported',
          value: 4_100,
          unit: 'rows',
          usual: 4_090,
          verdict: 'good',
        },
        {
          key: 'lateFeeds',
          name: 'Locations with a late connection',
          value: 0.25,
          unit: 'share',
          usual: null,
          verdict: 'good',
        },
      ],
    }),
  ]);
  server.answer(getPredictionQuality, createChurnQuality());
  server.answer(getMissedSignals, {
    rows: [
      {
        signal: { feature: 'useRatio', comparison: 'at_most', value: 0.7 },
        lookBacks: 12,
        backTest: { came: 100, left: 20, all: 1_000, allLeft: 25 },
      },
    ],
  });
});

const open = (search = '') => renderApp(`/churn-monitoring${search}`);
const addressOf = (link: HTMLElement) =>
  new URL(link.getAttribute('href') ?? '', 'http://localhost');
const asAdmin = () => server.answer(getUser, { ...morgan, role: 'admin' });

describe('the pipeline', () => {
  it('shows each step with its last run, checks and runs', async () => {
    open();
    const runs = await screen.findByRole('table', { name: 'Runs' });
    expect(
      within(runs).getByText(
        'There are too few recorded losses to train a model. Add or import losses.',
      ),
    ).toBeVisible();
    expect(screen.getAllByText('3,000 rows in, 2,400 out, 12 rejected')).toHaveLength(3);
    expect(findUnlinkedFigures(screen.getByRole('main'))).toEqual([]);
    const checks = screen.getByRole('table', { name: 'Input checks' });
    expect(
      within(checks).getByRole('row', { name: /Connections that reported 4,100 4,090 ✓ Good/ }),
    ).toBeVisible();
    expect(
      within(checks).getByRole('row', {
        name: /Locations with a late connection 25.0% – – First run/,
      }),
    ).toBeVisible();
    expect(
      within(checks).getByRole('row', { name: /Drift: Adoption score.*0.300 under 0.1 ! Check/ }),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull();
  });

  it('can be rerun by an admin from any step', async () => {
    asAdmin();
    server.answer(postPipelineRun, { steps: ['extract', 'features', 'score'] });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Run again' }));
    await waitFor(() => expect(server.callsTo(postPipelineRun)).toHaveLength(1));
    expect(server.callsTo(postPipelineRun)[0]?.body).toMatchObject({ step: 'extract' });
  });

  it('shows outdated and missing predictions', async () => {
    answerRuns([], '2026-01-01T00:00:00.000Z');
    const { unmount } = open();
    expect(
      await screen.findByText(/Tiers are hidden because the predictions are more than/),
    ).toBeVisible();
    unmount();
    answerRuns([], null);
    open();
    expect(await screen.findByText('No predictions have been made yet.')).toBeVisible();
    expect(screen.getByText(/No steps have run yet/)).toBeVisible();
  });

  it('offers Retry after a loading error', async () => {
    server.refuse(getPipelineRuns, 500, 'broken');
    open();
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

describe('the quality', () => {
  it('shows figures with intervals, the rule and the missed losses', async () => {
    open('?tab=quality');
    expect(
      await screen.findByText(/Outcomes are known for flags up to Sep 13, 2026, across 30 Sundays/),
    ).toBeVisible();
    expect(screen.getByText('22 of 60: 37% (26–49%)')).toBeVisible();
    expect(screen.getByText('2 accepted, 3 rejected')).toBeVisible();
    expect(screen.getByText('45%: $27,000 of $60,000 per month')).toBeVisible();
    expect(screen.getByText(/^Unknown for 2 losses/)).toBeVisible();
    expect(
      screen.getByText(
        /^Median 26 days; half of the lead times are between 14 and 39; 3 of 6: 50% .* were flagged at least 30 days before/,
      ),
    ).toBeVisible();
    expect(
      findUnlinkedFigures(screen.getByRole('main'), /^Outcomes are known for flags up to /),
    ).toEqual([]);
    const models = screen.getByRole('table', { name: 'Models and the simple rule' });
    expect(
      within(models).getByRole('row', {
        name: /Logistic regression \(active\) 0.780 \(0.730–0.830\)/,
      }),
    ).toBeVisible();
    expect(within(models).getByRole('row', { name: /Rule: score below 50 0.620/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Missed Dental' })).toHaveAttribute(
      'href',
      '/institution/7/overview',
    );
    expect(screen.getByRole('link', { name: 'Stayed Dental' })).toBeVisible();
  });

  it('has a definition for every part', async () => {
    open('?tab=quality');
    await screen.findByText('2 accepted, 3 rejected');
    for (const title of screen.getAllByRole('heading', { level: 2 }))
      expect(within(title).getByRole('button', { name: /^About / })).toBeVisible();
  });

  it('covers the chosen weeks, also from a link', async () => {
    const { router } = open('?tab=quality');
    const choice = await screen.findByRole('radio', { name: 'Last 13 weeks' });
    server.answer(getPredictionQuality, createChurnQuality({ weeks: 13 }));
    await userEvent.click(choice);
    expect(await screen.findByText(/across 13 Sundays/)).toBeVisible();
    expect(router.state.location.search).toBe('?tab=quality&past=13');
  });

  it('tests the signals named in reviews, and opens their losses', async () => {
    open('?tab=quality');
    const candidates = await screen.findByRole('table', { name: 'Candidate patterns' });
    const row = within(candidates).getByRole('row', { name: /at most 0.7 times/ });
    expect(row).toHaveTextContent(/20 of 100: 20%.*This signal would have helped/);
    const link = within(row).getByRole('link', { name: /^12\s?losses with this missed signal$/ });
    const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://localhost');
    expect(pathname).toBe('/churn');
    expect([...searchParams.values()].join()).toContain(
      'Usage trend (4 weeks vs. previous 8): at most 0.7 times',
    );
  });

  it('hides percentages of fewer than five', async () => {
    open('?tab=quality');
    const shares = await screen.findByRole('table', { name: 'By tier, contact and segment' });
    expect(
      within(shares).getByRole('row', {
        name: /^Contacted after the flag 1 of 4\s*flags: Contacted after the flag –$/,
      }),
    ).toBeVisible();
    const patterns = screen.getByRole('table', { name: 'Patterns' });
    expect(
      within(patterns).getByRole('row', {
        name: /Connections silent.*1 of 3 Not enough appearances yet/,
      }),
    ).toBeVisible();
  });

  it('shows precision for the chosen capacity', async () => {
    open('?tab=quality');
    const slider = await screen.findByRole('slider', { name: 'Customers per week' });
    expect(
      screen.getByText(
        /32 of 100: 32% \(24–42%\) left within 60 days\. These customers include 31 of all 120 losses/,
      ),
    ).toBeVisible();
    slider.focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(
      screen.getByText(
        /20 of 40: 50% \(35–65%\) left within 60 days\. These customers include 20 of all 120 losses/,
      ),
    ).toBeVisible();
  });

  it('shows when the model does not beat the baseline rule', async () => {
    const { model } = createChurnQuality();
    server.answer(
      getPredictionQuality,
      createChurnQuality({ hidden: 'not_better', model: model && { ...model, beatsRule: false } }),
    );
    open('?tab=quality');
    expect(await screen.findByText('The model does not beat the baseline rule')).toBeVisible();
    expect(screen.getByText(/does not rank better than the rule/)).toBeVisible();
  });

  it('shows when there is no model yet', async () => {
    server.answer(getPredictionQuality, createChurnQuality({ model: null }));
    open('?tab=quality');
    expect(await screen.findByText(/No model has been trained yet/)).toBeVisible();
  });

  it('lets an admin mute a pattern with a reason', async () => {
    asAdmin();
    server.answer(postPatternMute, ({ pattern, isMuted }) => ({ pattern, isMuted }));
    open('?tab=quality');
    await userEvent.click(await screen.findByRole('button', { name: 'Mute: Score declining' }));
    const dialog = await screen.findByRole('dialog', { name: 'Mute: Score declining' });
    await userEvent.type(within(dialog).getByLabelText(/Why/), 'Too many');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mute' }));
    await waitFor(() =>
      expect(server.callsTo(postPatternMute)[0]?.body).toEqual({
        pattern: 'declining',
        isMuted: true,
        reason: 'Too many',
      }),
    );
  });
});

describe('customer outcomes', () => {
  it('are in a table of four counts with links to the customers', async () => {
    open('?tab=quality&past=13');
    const table = await screen.findByRole('table', { name: 'Flags and outcomes' });
    const cells = [
      [/^40\s*customers: flagged, left$/, 'Flagged, left'],
      [/^75\s*customers: flagged, stayed$/, 'Flagged, stayed'],
      [/^80\s*customers: not flagged, left$/, 'Not flagged, left'],
      [/^2,125\s*customers: not flagged, stayed$/, 'Not flagged, stayed'],
    ] as const;
    for (const [name, outcome] of cells) {
      const { pathname, searchParams } = addressOf(within(table).getByRole('link', { name }));
      expect([pathname, searchParams.get('tab'), searchParams.get('past')]).toEqual([
        '/churn-monitoring',
        'outcomes',
        '13',
      ]);
      expect([...searchParams.values()].join(' ')).toContain(outcome);
    }
  });

  it('can be opened from the cards and the table of shares', async () => {
    open('?tab=quality');
    const flags = addressOf(
      await screen.findByRole('link', { name: /^22 of 60: 37% \(26–49%\)\s*flags$/ }),
    );
    expect([flags.pathname, flags.searchParams.get('tab')]).toEqual(['/churn-dashboard', 'flags']);
    expect([...flags.searchParams.values()].join(' ')).toMatch(/2026-02-22.*2026-09-13/);
    const small = addressOf(screen.getByRole('link', { name: /losses: Small$/ }));
    expect([...small.searchParams.values()].join(' ')).toMatch(
      /Not flagged, left.*Small|Small.*Not flagged, left/,
    );
  });

  it('are listed on their own tab', async () => {
    server.answer(getCustomerOutcomes, {
      rows: [
        {
          institutionId: 7,
          institutionName: 'Missed Dental',
          outcome: 'Not flagged, left',
          flaggedOn: null,
          noticedOn: '2026-10-01',
          daysBefore: null,
          chance: 0.021,
          patterns: 1,
          sizeTier: 'Small',
          ehr: 'Dentrix',
          tenureDays: 400,
        },
      ],
    });
    open('?tab=outcomes');
    const grid = await screen.findByRole('grid', { name: 'Customer outcomes' });
    expect(await within(grid).findByRole('row', { name: /Missed Dental/ })).toHaveTextContent(
      /Not flagged, left.*Oct 1, 2026.*2\.1%/,
    );
  });
});

describe('model versions', () => {
  it('are listed with their quality, and only admins can switch', async () => {
    open('?tab=quality');
    const versions = await screen.findByRole('table', { name: 'Model versions' });
    expect(
      within(versions).getByRole('row', {
        name: /^3 \(active\) Nov 15, 2026 Logistic regression 180 0\.780 .* 0\.0123$/,
      }),
    ).toBeVisible();
    expect(
      within(versions).getByRole('row', { name: /^2 Nov 8, 2026 Boosted trees 175 0\.800/ }),
    ).toBeVisible();
    expect(within(versions).queryByRole('button', { name: /^Use version/ })).toBeNull();
  });

  it('can be switched back to an earlier one with a reason', async () => {
    asAdmin();
    server.answer(postModelVersionChoice, ({ modelVersion }) => ({ modelVersion }));
    open('?tab=quality');
    await userEvent.click(await screen.findByRole('button', { name: 'Use version 2' }));
    const dialog = await screen.findByRole('dialog', { name: 'Use version 2' });
    expect(
      within(dialog).getByText(/stays active until an admin chooses the newest version/),
    ).toBeVisible();
    const use = within(dialog).getByRole('button', { name: 'Use version 2' });
    expect(use).toBeDisabled();
    await userEvent.type(within(dialog).getByLabelText(/Why/), 'Flags too many');
    const { versions, model } = createChurnQuality();
    server.answer(
      getPredictionQuality,
      createChurnQuality({
        model: model && { ...model, version: 2 },
        versions: versions.map((each) => ({
          ...each,
          isCurrent: each.version === 2,
          chosen:
            each.version === 2
              ? { by: 'Avery Admin', at: '2026-11-18T12:00:00.000Z', reason: 'Flags too many' }
              : null,
        })),
      }),
    );
    await userEvent.click(use);
    await waitFor(() =>
      expect(server.callsTo(postModelVersionChoice)[0]?.body).toEqual({
        modelVersion: 2,
        versionInUse: 3,
        reason: 'Flags too many',
      }),
    );
    expect(await screen.findByText('Avery Admin chose version 2 on Nov 18, 2026')).toBeVisible();
    expect(screen.getByText(/Past Sundays were back-tested with version 3/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Use version 3' })).toBeVisible();
  });

  it('report that another user was faster', async () => {
    asAdmin();
    server.refuse(
      postModelVersionChoice,
      409,
      'Another version was activated in the meantime. Reload the versions and choose again.',
    );
    open('?tab=quality');
    await userEvent.click(await screen.findByRole('button', { name: 'Use version 2' }));
    const dialog = await screen.findByRole('dialog', { name: 'Use version 2' });
    await userEvent.type(within(dialog).getByLabelText(/Why/), 'Flags too many');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Use version 2' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Another version was activated in the meantime',
    );
  });
});
