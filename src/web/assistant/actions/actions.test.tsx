import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { getActionItems, postActionItemChange } from '#shared/action-items/action-items.ts';
import { type Answer, postQuestion } from '#shared/assistant/assistant.ts';
import { getCatalog } from '#shared/assistant/catalog.ts';
import { postVerdicts } from '#shared/churn/predictions/list.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import { createListedActionItem } from '#test/action-items.ts';
import { createTestAnswer, createTestPlan } from '#test/answers.ts';
import { createFreshnessResponse } from '#test/records.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;
const user = userEvent.setup();
beforeEach(() => {
  sessionStorage.clear();
  server = startSignedInServer();
  server.answer(getFreshness, createFreshnessResponse());
  server.answer(getCatalog, { lists: [], hasLanguageModel: false });
});

/** Asks a question and returns the actions on the rows of its answer. */
async function actionsOf(answer: Answer, name: string) {
  server.answer(postQuestion, answer);
  renderApp('/ai-chat?q=Rows');
  return within(await screen.findByRole('group', { name }));
}

const customers = (...institutionIds: number[]): Answer['customers'] => ({
  institutionIds,
  isTooMany: false,
  hasRiskCases: false,
});

describe('actions on the customers of an answer', () => {
  const name = 'For all 2 customers in this answer';

  it('name the number of customers and start playbooks and campaigns with their ids', async () => {
    const group = await actionsOf(createTestAnswer({ customers: customers(1223, 5) }), name);
    expect(group.getByRole('link', { name: 'Start playbook' })).toHaveAttribute(
      'href',
      paths.startPlaybook([1223, 5]),
    );
    expect(group.getByRole('link', { name: 'New ticket campaign' })).toHaveAttribute(
      'href',
      paths.newTicketCampaignFor([1223, 5]),
    );
    expect(group.queryByRole('button', { name: 'Snooze' })).toBeNull();
    await user.click(group.getByRole('button', { name: 'Add task' }));
    expect(await screen.findByRole('dialog', { name: /2 customers/ })).toBeVisible();
  });

  it('include the case of at-risk customers', async () => {
    const answer = createTestAnswer({ customers: { ...customers(1223, 5), hasRiskCases: true } });
    const group = await actionsOf(answer, name);
    for (const action of ['Assign', 'Snooze', 'Record outcome'])
      expect(group.getByRole('button', { name: action })).toBeVisible();
  });

  it('are left out for too many customers', async () => {
    server.answer(
      postQuestion,
      createTestAnswer({ customers: { ...customers(), isTooMany: true } }),
    );
    renderApp('/ai-chat?q=Rows');
    expect(await screen.findByText(/Add a filter to act on at most/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add task' })).toBeNull();
  });
});

describe('actions of the list of an answer', () => {
  const noun = { one: 'action item', many: 'action items' };
  const items = (facts: Partial<Answer> = {}): Answer =>
    createTestAnswer({
      noun,
      total: 2,
      plan: createTestPlan({
        list: 'action-items',
        state: 'f.state=Open&f.personName=~me&sort=-dueOn',
        aggregate: { kind: 'rows', limit: 2 },
      }),
      customers: customers(1, 2),
      ...facts,
    });
  const item = (institutionId: number, personName: string, dueOn: string) =>
    createListedActionItem(institutionId, { personName, dueOn });

  it('change the rows that the filters, the order and the limit of the answer select', async () => {
    server.answer(getActionItems, {
      today: '2026-11-20',
      rows: [
        item(1, 'Morgan Member', '2026-11-20'),
        item(2, 'Morgan Member', '2026-11-22'),
        item(3, 'Morgan Member', '2026-11-21'),
        item(4, 'Avery Admin', '2026-11-25'),
      ],
    });
    server.answer(postActionItemChange, ({ calls }) => ({ changed: calls.length, conflicts: 0 }));
    const group = await actionsOf(items(), 'For all 2 action items in this answer');
    await user.click(group.getByRole('button', { name: 'Close' }));
    const dialog = await screen.findByRole('dialog', { name: 'Close: 2 action items' });
    await user.click(within(dialog).getByRole('radio', { name: /False alarm/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Mark as closed' }));
    await waitFor(() =>
      expect(server.callsTo(postActionItemChange).map(({ body }) => body)).toMatchObject([
        { calls: [{ institutionId: 2 }, { institutionId: 3 }] },
      ]),
    );
  });

  it('say how many of the rows they change', async () => {
    const closed = { ...item(2, 'Morgan Member', '2026-11-22'), outcome: 'false_alarm' as const };
    const rows = [item(1, 'Morgan Member', '2026-11-20'), closed];
    server.answer(getActionItems, { today: '2026-11-20', rows });
    const plan = createTestPlan({ list: 'action-items' });
    const group = await actionsOf(items({ plan }), 'For all 2 action items in this answer');
    await user.click(group.getByRole('button', { name: 'Close' }));
    const dialog = await screen.findByRole('dialog', { name: /^Close: / });
    expect(within(dialog).getByText('1 of 2 is open. The others won’t change.')).toBeVisible();
  });

  it('report that the rows can’t be loaded', async () => {
    server.refuse(getActionItems, 503, 'The database is starting.');
    const group = await actionsOf(items(), 'For all 2 action items in this answer');
    await user.click(group.getByRole('button', { name: 'Snooze' }));
    expect(await screen.findByText('Couldn’t load the action items')).toBeVisible();
  });

  it('are left out for too many rows, while the customers keep theirs', async () => {
    const plan = createTestPlan({ list: 'action-items', aggregate: { kind: 'rows', limit: null } });
    const answer = items({ plan, total: maxBulkItems + 1 });
    const group = await actionsOf(answer, 'For all 2 customers in this answer');
    expect(group.getByRole('button', { name: 'Add task' })).toBeVisible();
    expect(await screen.findByText(/too many action items for actions/)).toBeVisible();
  });

  it.each([
    ['onboarding-current', ['Milestones', 'Pause', 'Graduate', 'Hand over']],
    ['playbook-runs', ['Stop']],
    ['sla-clocks', ['Pause', 'Resume']],
  ])('are those of the page of %s', async (list, labels) => {
    const group = await actionsOf(
      items({ plan: createTestPlan({ list }) }),
      'For all 2 action items in this answer',
    );
    for (const label of labels) expect(group.getByRole('button', { name: label })).toBeVisible();
    expect(group.queryByRole('button', { name: 'Open ticket' })).toBeNull();
  });

  it('give verdicts on predictions', async () => {
    server.answer(postVerdicts, { institutionIds: [1, 2], institutionName: null });
    const group = await actionsOf(
      items({
        plan: createTestPlan({ list: 'predictions-open' }),
        noun: { one: 'open churn prediction', many: 'open churn predictions' },
      }),
      'For all 2 open churn predictions in this answer',
    );
    await user.click(group.getByRole('button', { name: 'Reject' }));
    await user.click(await screen.findByRole('button', { name: 'Seasonal dip' }));
    await waitFor(() =>
      expect(server.callsTo(postVerdicts).map(({ body }) => body)).toMatchObject([
        { institutionIds: [1, 2], verdict: 'rejected', reason: 'Seasonal dip' },
      ]),
    );
  });
});
