import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, exportAnswerGroups, postQuestion } from '#shared/assistant/assistant.ts';
import { getCatalog } from '#shared/assistant/catalog.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { createTestAnswer, createTestAnswerGroup, createTestPlan } from '#test/answers.ts';
import { createFreshnessResponse } from '#test/records.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;
beforeEach(() => {
  sessionStorage.clear();
  server = startSignedInServer();
  server.answer(getFreshness, createFreshnessResponse());
  server.answer(getCatalog, { lists: [], hasLanguageModel: false });
});

async function show(answer: Answer) {
  server.answer(postQuestion, answer);
  renderApp('/ai-chat?q=Groups');
  await screen.findByRole('link', { name: answer.valueText ?? '' });
}

describe('groups by values', () => {
  const reading = 'Average Score of customers, by EHR';
  const answer = createTestAnswer({
    reading,
    plan: createTestPlan({
      aggregate: { kind: 'mean', column: 'adoptionScore' },
      groups: [{ column: 'ehr', unit: 'value' }],
    }),
    valueText: '75.1%',
    groupLabels: ['EHR'],
    groups: [
      createTestAnswerGroup('Dentrix', 73.4, {
        ...{ valueText: '73.4%', rows: 63, link: '/portfolio?f.ehr=Dentrix' },
      }),
      createTestAnswerGroup('Unknown', null, { rows: 1 }),
    ],
    groupCount: 2,
  });

  it('are bars with links, or a table', async () => {
    await show(answer);
    const chart = within(screen.getByRole('list', { name: `${reading}, chart` }));
    expect(chart.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Dentrix73.4%63 customers',
      'Unknown–1 customer',
    ]);
    expect(chart.getByRole('link', { name: 'Dentrix' })).toHaveAttribute(
      'href',
      '/portfolio?f.ehr=Dentrix',
    );
    expect(chart.getAllByRole('link')).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
      'href',
      buildUrl(exportAnswerGroups.path, {}, { plan: JSON.stringify(answer.plan) }),
    );
    await userEvent.click(screen.getByRole('radio', { name: 'Table' }));
    const table = within(screen.getByRole('table', { name: reading }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'EHRAverageCustomers',
      'Dentrix73.4%63 Dentrix',
      'Unknown–1 Unknown',
    ]);
    expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'Dentrix',
      'Unknown',
    ]);
    expect(table.getByRole('link', { name: '63 Dentrix' })).toHaveAttribute(
      'href',
      '/portfolio?f.ehr=Dentrix',
    );
  });
});

describe('groups by month', () => {
  const reading = 'Customers, by Go-live (month)';
  const months = (...groups: Answer['groups']) =>
    createTestAnswer({
      reading,
      plan: createTestPlan({ groups: [{ column: 'goLiveDate', unit: 'month' }] }),
      groupLabels: ['Go-live'],
      groups,
      groupCount: groups.length,
    });
  const linked = (label: string, month: string | null, value: number) =>
    createTestAnswerGroup(label, value, { month, link: `/portfolio?month=${month}` });

  it('are columns, with a gap for a month without rows', async () => {
    await show(
      months(
        linked('Nov 2025', '2025-11', 3),
        linked('Jan 2026', '2026-01', 2),
        linked('Unknown', null, 1),
      ),
    );
    const chart = within(screen.getByRole('list', { name: `${reading}, chart` }));
    expect(chart.getByRole('link', { name: 'Nov 2025: 3' })).toHaveTextContent('3');
    expect(chart.getByRole('img', { name: 'Dec 2025: none' })).toBeVisible();
    expect(chart.getByRole('link', { name: 'Jan 2026: 2' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Unknown' })).toHaveAttribute(
      'href',
      '/portfolio?month=null',
    );
  });

  it('name the highest one when there are too many to write each value', async () => {
    await show(months(linked('Jan 2025', '2025-01', 3), linked('Jan 2026', '2026-01', 2)));
    expect(screen.getByText('Highest: Jan 2025, 3')).toBeVisible();
  });

  it('show the value of a month whose rows can’t be opened', async () => {
    await show(
      months(
        createTestAnswerGroup('Nov 2025', 3, { month: '2025-11' }),
        linked('Dec 2025', '2025-12', 2),
      ),
    );
    expect(screen.getByRole('img', { name: 'Nov 2025: 3' })).toHaveTextContent('3');
  });

  it('are a table when they span more than 120 months, and bars on request', async () => {
    await show(months(linked('Jan 2016', '2016-01', 3), linked('Jan 2026', '2026-01', 2)));
    expect(screen.getByRole('table', { name: reading })).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'Chart' }));
    const chart = within(screen.getByRole('list', { name: `${reading}, chart` }));
    expect(chart.getAllByRole('listitem')).toHaveLength(2);
  });
});
