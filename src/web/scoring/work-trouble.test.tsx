import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JobTrouble } from '#shared/core/jobs/job-troubles.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { createFreshnessResponse } from '#test/records.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

let server: TestServer;
beforeEach(() => {
  server = startSignedInServer();
});
const withTroubles = (...troubles: JobTrouble[]) =>
  server.answer(
    getFreshness,
    createFreshnessResponse({
      scoresAt: ago(50),
      provisionalAt: ago(1),
      usageAt: ago(9),
      benchmarksAt: ago(30),
      troubles,
    }),
  );

describe('the freshness line', () => {
  const line = () => screen.findByText(/^Official week ending Nov 14/);

  it('gives the reason and links to the jobs', async () => {
    withTroubles(
      { job: 'scores.official', kind: 'failed', at: ago(3) },
      { job: 'usage.refresh', kind: 'missed', at: ago(2) },
      { job: 'benchmarks.refresh', kind: 'paused', at: ago(70) },
    );
    renderApp('/scoring-rules');
    expect(await line()).toHaveTextContent(
      'Official week ending Nov 14, 2026 (the last run failed) · provisional 1 h ago · usage 9 h ago (the last run was missed) · benchmarks 30 h ago (paused)',
    );
    expect(within(await line()).getByRole('link', { name: 'paused' })).toHaveAttribute(
      'href',
      '/admin?part=jobs',
    );
  });

  it('ignores a failure followed by other successful work', async () => {
    withTroubles({ job: 'scores.provisional', kind: 'failed', at: ago(2) });
    renderApp('/scoring-rules');
    expect(await line()).toHaveTextContent(/provisional 1 h ago · usage/);
  });
});

describe('other data of a page', () => {
  it.each([
    ['/onboarding', 'onboarding.refresh', 'onboarding progress'],
    ['/onboarding-analytics', 'onboarding.refresh', 'onboarding progress'],
    ['/onboarding-comparison', 'onboarding.refresh', 'onboarding progress'],
    ['/churn', 'churn.departures', 'losses'],
    ['/churn-analytics', 'churn.departures', 'losses'],
    ['/customer-success-ops', 'incidents.radar', 'incidents'],
    ['/hubspot-tickets', 'tickets.send', 'ticket changes in the CRM'],
    ['/hubspot-tickets/campaigns', 'campaigns.tickets', 'campaign tickets'],
  ])('%s shows that %s failed', async (path, job, name) => {
    withTroubles({ job, kind: 'failed', at: ago(1) });
    renderApp(path);
    expect(await screen.findByText('Not up to date:', { exact: false })).toHaveTextContent(
      `Not up to date: ${name} (the last run failed)`,
    );
  });

  it('lists several failures, without finished work', async () => {
    withTroubles(
      { job: 'alerts.evaluate', kind: 'missed', at: ago(1) },
      { job: 'incidents.radar', kind: 'paused', at: ago(1) },
    );
    renderApp('/customer-success-ops');
    expect(await screen.findByText('Not up to date:', { exact: false })).toHaveTextContent(
      'Not up to date: action items from alert rules (the last run was missed) · incidents (paused)',
    );
  });
});
