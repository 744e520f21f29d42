import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { type Outcome, postQuestion, type TextAnswer } from '#shared/assistant/assistant.ts';
import { getCatalog } from '#shared/assistant/catalog.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { createTestAnswer, createTestPlan } from '#test/answers.ts';
import { createFreshnessResponse } from '#test/records.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const plan = createTestPlan({ state: 'f.institutionName=Elm+Dental' });
const about: TextAnswer = {
  kind: 'explain',
  reading: 'Health of Elm Dental',
  parts: [{ title: null, lines: ['Score: 31%, Critical.', '<b>Elm</b> is a new customer.'] }],
  metrics: ['healthTier', 'gone'],
  weeks: null,
  link: { label: 'Elm Dental', path: paths.institutionOverview(5), institutionId: 5 },
  plan,
};
const definitions: TextAnswer = {
  kind: 'explain',
  reading: 'Definition of “Health tier”, “Tier trend”',
  parts: [
    { title: 'Health tier', lines: ['Critical below 50.', 'Unit: tier'] },
    { title: 'Tier trend', lines: ['Down, up or level.'] },
  ],
  weeks: null,
  metrics: [],
  link: null,
  plan: null,
};

let server: TestServer;
beforeEach(() => {
  sessionStorage.clear();
  server = startSignedInServer();
  server.answer(getFreshness, createFreshnessResponse());
  server.answer(getCatalog, { lists: [], hasLanguageModel: false });
});

async function ask(question: string, outcome: Outcome): Promise<HTMLElement> {
  server.answer(postQuestion, outcome);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your question' }), question);
  await userEvent.keyboard('{Enter}');
  return screen.findByRole('region', { name: question });
}

it('shows facts about a customer with its page, and a follow-up continues with the customer', async () => {
  renderApp('/ai-chat');
  const turn = within(await ask('How is Elm Dental doing?', about));
  expect(turn.getByRole('heading', { name: 'Health of Elm Dental' })).toBeVisible();
  expect(turn.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    about.parts[0]?.lines,
  );
  const link = turn.getByRole('link', { name: 'Elm Dental' });
  expect(link).toHaveAttribute('href', '/institution/5/overview');
  expect(turn.getByRole('button', { name: 'About Health tier' })).toBeVisible();
  expect(turn.getByRole('button', { name: /good answer/i })).toBeVisible();
  await ask('and its owner?', createTestAnswer({}));
  expect(server.callsTo(postQuestion)[1]?.body).toMatchObject({ last: plan });
  await userEvent.click(link);
  expect(await screen.findByRole('dialog')).toBeVisible();
});

it('shows each definition under its name', async () => {
  renderApp('/ai-chat');
  const turn = within(await ask('What is a tier?', definitions));
  expect(turn.getByText('Tier trend')).toBeVisible();
  expect(turn.getByText('Unit: tier')).toBeVisible();
  expect(turn.queryByRole('link')).toBeNull();
});

it('shows a figure week by week as a chart and as a table', async () => {
  renderApp('/ai-chat');
  const turn = within(
    await ask('critical customers by week', {
      ...about,
      reading: 'Critical customers, by official week',
      parts: [{ title: null, lines: ['Each week counts the customers of today.'] }],
      weeks: {
        label: 'Critical customers',
        unit: '',
        points: [
          { weekEndDate: '2026-11-14', value: 310, institutions: 2000 },
          { weekEndDate: '2026-11-21', value: 336, institutions: 2010 },
        ],
      },
      link: {
        label: 'Open today’s list',
        path: '/portfolio?f.healthTier=Critical',
        institutionId: null,
      },
    }),
  );
  expect(turn.getByRole('img', { name: /Critical customers from 310 to 336/ })).toBeVisible();
  expect(turn.getByRole('link', { name: 'Open today’s list' })).toBeVisible();
  await userEvent.click(turn.getByText(/table/i));
  expect(turn.getByRole('row', { name: 'Nov 21, 2026 336 2,010' })).toBeVisible();
});
