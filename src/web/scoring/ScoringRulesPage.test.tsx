import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { getUser } from '#shared/auth/auth.ts';
import { defaultHealthRules, type HealthRules } from '#shared/core/scoring-rules.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import {
  getRulesTrial,
  getScoringRules,
  postRulesTrial,
  postScoringRules,
  type RulesTrial,
  type RulesVersion,
} from '#shared/scoring/rules.ts';
import { createFreshnessResponse } from '#test/records.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const first: RulesVersion = {
  version: 1,
  rules: defaultHealthRules,
  note: 'The first rules',
  createdAt: '2026-01-01T10:00:00.000Z',
  createdBy: null,
  weeks: 57,
  firstWeek: '2025-10-12',
  lastWeek: '2026-11-08',
};

const trialOf = (
  trialId: string,
  rules: HealthRules,
  changes: Partial<RulesTrial> = {},
): RulesTrial => ({
  trialId,
  rules,
  basedOn: 1,
  requestedBy: { id: morgan.id, name: morgan.name },
  requestedAt: '2026-11-18T10:00:00.000Z',
  weeksDone: 0,
  weeksTotal: 0,
  error: null,
  result: null,
  ...changes,
});

const result: RulesTrial['result'] = {
  firstWeek: '2026-05-17',
  lastWeek: '2026-11-08',
  weeks: 26,
  institutions: 100,
  averageScore: { now: 71.234, trial: 71.234 },
  atRisk: { now: 12, trial: 9 },
  movement: [
    { from: 'Medium', to: 'Healthy', institutions: 1 },
    { from: 'Healthy', to: 'Healthy', institutions: 99 },
  ],
  changes: [
    {
      institutionId: 7,
      institutionName: '<b>Oak</b> Dental',
      tier: { now: 'Medium', trial: 'Healthy' },
      score: { now: 71, trial: 71 },
      atRisk: { now: false, trial: false },
    },
  ],
  changesInAll: 1,
  churn: {
    losses: 4,
    firstWeek: '2026-05-17',
    lastWeek: '2026-09-06',
    now: { alerts: 20, right: 3 },
    trial: { alerts: 15, right: 3 },
  },
};

let server: TestServer;
beforeEach(() => {
  server = startSignedInServer();
  server.answer(getUser, { ...morgan, role: 'admin' });
  server.answer(getScoringRules, { rows: [first] });
});
const open = () => renderApp('/scoring-rules');
const button = (name: string | RegExp) => screen.getByRole('button', { name });

it('shows the age of the scores', async () => {
  const minutesAgo = new Date(Date.now() - 5 * 60_000).toISOString();
  server.answer(
    getFreshness,
    createFreshnessResponse({
      scoresAt: minutesAgo,
      provisionalAt: minutesAgo,
      usageAt: '2026-01-01T00:00:00.000Z',
    }),
  );
  open();
  expect(await screen.findByText(/^Official week ending Nov 14, 2026/)).toHaveTextContent(
    /provisional 5 min ago · usage \d+/,
  );
});

describe('an admin', () => {
  it('tests a change, sees tier changes and saves it', async () => {
    const user = userEvent.setup();
    let trial: RulesTrial | undefined;
    server.answer(postRulesTrial, ({ trialId, rules }) => {
      trial = trialOf(trialId, rules);
      return trial;
    });
    server.answer(getRulesTrial, () => {
      if (trial === undefined) throw new Error('No trial was asked for');
      trial = { ...trial, weeksDone: 26, weeksTotal: 26, result };
      return trial;
    });
    server.answer(postScoringRules, ({ note }) => ({
      ...first,
      version: 2,
      note,
      weeks: 0,
      firstWeek: null,
      lastWeek: null,
    }));
    open();
    const healthyFrom = await screen.findByLabelText('Healthy from');
    expect(button(/^Test on the last 26 weeks/)).toBeDisabled();
    await user.clear(healthyFrom);
    await user.type(healthyFrom, '70');
    await user.click(button(/^Test on the last 26 weeks/));
    expect(
      await screen.findByRole(
        'heading',
        { name: '1 customer would change tier' },
        { timeout: 5000 },
      ),
    ).toBeVisible();
    expect(server.callsTo(postRulesTrial)[0]?.body).toMatchObject({
      rules: { ...defaultHealthRules, healthyFrom: 70 },
    });
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toContain('At risk 129');
    expect(rows).toContain('Share of flagged customers that churned 3 of 20 (15%)3 of 15 (20%)');
    // Four losses are too few for a percentage.
    expect(rows).toContain('Share of churned customers that were flagged 3 of 43 of 4');
    expect(screen.getByRole('button', { name: '<b>Oak</b> Dental' })).toBeVisible();

    expect(button('Save as version 2')).toBeDisabled();
    await user.type(screen.getByLabelText('What you change, and why'), 'Healthy from 70');
    server.answer(getScoringRules, {
      rows: [
        {
          ...first,
          version: 2,
          note: 'Healthy from 70',
          rules: { ...defaultHealthRules, healthyFrom: 70 },
          weeks: 0,
          firstWeek: null,
          lastWeek: null,
        },
        first,
      ],
    });
    await user.click(button('Save as version 2'));
    expect(await screen.findByText('Version 2 applies from the next official week')).toBeVisible();
    expect(screen.getByLabelText('Healthy from')).toHaveValue('70%');
    expect(
      within(screen.getByRole('row', { name: /^2 ?Healthy from 70/ })).getByText('none yet'),
    ).toBeVisible();
  });

  it('sees the error beside the invalid field', async () => {
    const user = userEvent.setup();
    open();
    const tiers = within(await screen.findByRole('group', { name: 'Health tiers' }));
    const mediumFrom = tiers.getByLabelText('Medium from');
    await user.clear(mediumFrom);
    await user.type(mediumFrom, '90');
    expect(await screen.findByText('must be below the start of Healthy')).toBeVisible();
    expect(button(/^Test on/)).toBeDisabled();
    await user.click(button('Back to version 1'));
    await waitFor(() =>
      expect(screen.queryByText('must be below the start of Healthy')).toBeNull(),
    );
  });

  it('cannot save a trial based on older rules', async () => {
    const trialId = '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e60';
    server.answer(
      getRulesTrial,
      trialOf(trialId, defaultHealthRules, { basedOn: 1, weeksDone: 26, weeksTotal: 26, result }),
    );
    server.answer(getScoringRules, { rows: [{ ...first, version: 2 }, first] });
    renderApp(`/scoring-rules?trial=${trialId}`);
    expect(await screen.findByText('A newer version of the rules was saved')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Save as/ })).toBeNull();
  });
});

it('members read the rules and cannot change them', async () => {
  server.answer(getUser, morgan);
  open();
  expect(await screen.findByText('Only admins can change rules.')).toBeVisible();
  expect(screen.getByLabelText('Healthy from')).toHaveAttribute('readonly');
  expect(screen.queryByRole('button', { name: /^Try/ })).toBeNull();
});

it('shows the error and retries', async () => {
  const user = userEvent.setup();
  server.refuse(getScoringRules, 503, 'The database is busy.');
  open();
  expect(await screen.findByText('The database is busy.')).toBeVisible();
  server.answer(getScoringRules, { rows: [first] });
  await user.click(button('Retry'));
  expect(await screen.findByLabelText('Healthy from')).toHaveValue('75%');
});
