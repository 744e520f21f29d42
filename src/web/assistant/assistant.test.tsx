import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Answer,
  maxQuestionLength,
  type Outcome,
  postPlan,
  postQuestion,
} from '#shared/assistant/assistant.ts';
import { getCatalog } from '#shared/assistant/catalog.ts';
import { postRewrite, type Rewrite } from '#shared/assistant/rewrite.ts';
import { getUser } from '#shared/auth/auth.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { createTestAnswer, createTestPlan } from '#test/answers.ts';
import { createFreshnessResponse } from '#test/records.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;

const plan = createTestPlan({ state: 'f.healthTier=Critical&f.state=TX&sort=-adoptionScore' });
const answer = (facts: Partial<Answer> = {}): Answer =>
  createTestAnswer({
    reading: 'Critical customers in TX',
    plan,
    grain: 'one row for each customer, not for each location',
    columns: [
      { key: 'institutionName', label: 'Customer', isNumber: false },
      { key: 'healthTier', label: 'Health tier', isNumber: false },
      { key: 'adoptionScore', label: 'Score', isNumber: true },
    ],
    rows: [
      {
        institutionId: 1223,
        cells: ['Elm Dental', 'Critical', 2],
        texts: ['Elm Dental', 'Critical', '2.0%'],
        paths: [],
      },
    ],
    notes: ['I read “critcal” as “critical”.'],
    chips: [
      { column: 'healthTier', text: 'Health tier: Critical' },
      { column: 'state', text: 'State: TX' },
    ],
    metrics: ['healthTier', 'gone'],
    customers: { institutionIds: [1223, 5], isTooMany: false, hasRiskCases: false },
    followUps: [
      { text: 'By owner', plan: { ...plan, groups: [{ column: 'ownerName', unit: 'value' }] } },
    ],
    link: '/portfolio?f.healthTier=Critical&f.state=TX',
    exportLink: '/api/portfolio/list/export?f.healthTier=Critical&f.state=TX',
    ...facts,
  });
const examples = ['How many critical customers are in Texas?', 'Average score by EHR'];

beforeEach(() => {
  sessionStorage.clear();
  server = startSignedInServer();
  server.answer(getFreshness, createFreshnessResponse());
  server.answer(getCatalog, {
    hasLanguageModel: false,
    lists: [
      {
        key: 'customers',
        noun: { one: 'customer', many: 'customers', synonyms: ['accounts'] },
        grain: 'one row for each customer, not for each location',
        page: '/portfolio',
        columns: [
          {
            key: 'ehr',
            label: 'EHR',
            words: ['emr'],
            values: ['Dentrix'],
            valueCount: 3,
            metric: null,
          },
          { key: 'state', label: 'State', words: [], values: ['TX'], valueCount: 1, metric: null },
        ],
        phrases: ['declining'],
        examples,
      },
      {
        key: 'tickets',
        noun: { one: 'ticket', many: 'tickets', synonyms: [] },
        grain: 'one row for each ticket',
        page: '/hubspot-tickets',
        columns: [],
        phrases: [],
        examples: ['Open tickets by owner'],
      },
    ],
  });
  server.answer(postQuestion, answer());
});

const field = () => screen.findByRole('textbox', { name: 'Your question' });
async function ask(question: string) {
  await userEvent.type(await field(), `${question}{Enter}`);
}
const turn = async (prompt: string) => within(await screen.findByRole('region', { name: prompt }));
/** Returns the sent questions without their ids. */
const bodies = () =>
  server.callsTo(postQuestion).map(({ body }) => {
    const { conversationId, turnId, ...sent } = postQuestion.body.parse(body);
    expect([conversationId, turnId]).not.toContain(undefined);
    return sent;
  });

describe('the question', () => {
  it('is sent by Enter, answered, announced and cleared', async () => {
    renderApp('/ai-chat');
    await ask('Critical in Texas');
    const shown = await turn('Critical in Texas');
    expect(
      await shown.findByRole('heading', { name: 'Critical customers in TX · 5' }),
    ).toBeVisible();
    expect(bodies()).toEqual([{ question: 'Critical in Texas', plan: null, last: null }]);
    expect(await field()).toHaveValue('');
    expect(await field()).toHaveFocus();
    const announced = screen.getByText('Critical customers in TX: 5');
    expect(announced).toHaveAttribute('aria-live', 'polite');
  });

  it('takes several lines, no blank question, and at most 500 characters', async () => {
    renderApp('/ai-chat');
    const input = await field();
    await userEvent.type(input, '   {Enter}');
    expect(screen.getByRole('button', { name: 'Ask' })).toBeDisabled();
    expect(bodies()).toEqual([]);
    await userEvent.clear(input);
    await userEvent.type(input, 'a{Shift>}{Enter}{/Shift}b');
    expect(input).toHaveValue('a\nb');
    await userEvent.clear(input);
    await userEvent.click(input);
    await userEvent.paste('x'.repeat(maxQuestionLength));
    expect(screen.getByText(`0 of ${maxQuestionLength} characters left`)).toBeVisible();
    await userEvent.paste('x'.repeat(20));
    expect(input).toHaveValue('x'.repeat(maxQuestionLength + 20));
    expect(screen.getByText(/^20 characters too many/).parentElement).toHaveRole('status');
    expect(screen.getByRole('button', { name: 'Ask' })).toBeDisabled();
    await userEvent.type(input, '{Enter}');
    expect(bodies()).toEqual([]);
  });

  it('of the address is kept but not asked when it is too long', async () => {
    const question = `customers ${'that are '.repeat(60)} not in Texas`;
    renderApp(`/ai-chat?q=${encodeURIComponent(question)}`);
    await waitFor(async () => expect(await field()).toHaveValue(question));
    expect(bodies()).toEqual([]);
  });

  it('is sent without waiting for the browser to be online', async () => {
    renderApp('/ai-chat');
    await userEvent.type(await field(), 'Critical in Texas');
    onlineManager.setOnline(false);
    try {
      await userEvent.keyboard('{Enter}');
      await waitFor(() => expect(bodies()).toHaveLength(1));
    } finally {
      onlineManager.setOnline(true);
    }
  });

  it('of the address is asked once', async () => {
    const { router } = renderApp('/ai-chat?q=Average%20score&tab=x');
    await turn('Average score');
    expect(await screen.findByRole('heading', { name: /Critical customers/ })).toBeVisible();
    expect(router.state.location.search).toBe('?tab=x');
    expect(bodies()).toEqual([{ question: 'Average score', plan: null, last: null }]);
  });

  it('can be stopped, and its text stays', async () => {
    server.answer(postQuestion, () => new Promise<Outcome>(() => undefined));
    renderApp('/ai-chat');
    await ask('Slow one');
    expect(await screen.findByRole('status', { name: 'Loading the answer' })).toBeVisible();
    const stop = screen.getByRole('button', { name: 'Stop' });
    await userEvent.click(stop);
    // The two buttons must be different elements. If React turned the stop button into a submit
    // button during the click, the browser would submit the form with the same click.
    expect(screen.getByRole('button', { name: 'Ask' })).not.toBe(stop);
    expect(bodies()).toHaveLength(1);
    expect(screen.queryByRole('region', { name: 'Slow one' })).toBeNull();
    expect(await field()).toHaveValue('Slow one');
    expect(await field()).toHaveFocus();
    expect(screen.getByText('Question stopped.')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps its text on an error, and can be asked again', async () => {
    server.refuse(postQuestion, 503, 'The database is busy.');
    renderApp('/ai-chat');
    await ask('Critical in Texas');
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('The database is busy.')).toBeVisible();
    expect(await field()).toHaveValue('Critical in Texas');
    server.answer(postQuestion, answer());
    await userEvent.click(alert.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: /· 5$/ })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await field()).toHaveValue('');
  });

  it('of an example that fails has the focus in the field', async () => {
    server.refuse(postQuestion, 503, 'The database is busy.');
    renderApp('/ai-chat');
    await userEvent.click(await screen.findByRole('button', { name: examples[0] ?? '' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(await field()).toHaveFocus();
  });

  it('says that the server can’t be reached', async () => {
    server.answer(postQuestion, () => Promise.reject(new TypeError('Failed to fetch')));
    renderApp('/ai-chat');
    await ask('Critical in Texas');
    expect(await screen.findByText(/^Chairside can’t be reached\./)).toBeVisible();
    expect(await field()).toHaveValue('Critical in Texas');
  });

  it('keeps its text when the session has expired, and only for its user', async () => {
    server.refuse(postQuestion, 401, 'Sign in to continue.');
    const { unmount } = renderApp('/ai-chat');
    await ask('Critical in Texas');
    expect(await screen.findByRole('link', { name: /sign in/i })).toBeVisible();
    unmount();
    const again = renderApp('/ai-chat');
    expect(await field()).toHaveValue('Critical in Texas');
    again.unmount();
    server.answer(getUser, { ...morgan, id: crypto.randomUUID() });
    renderApp('/ai-chat');
    expect(await field()).toHaveValue('');
  });
});

describe('an answer', () => {
  it('links to its rows, the export, each customer, and defines its figures', async () => {
    renderApp('/ai-chat');
    await ask('Critical in Texas');
    const shown = await turn('Critical in Texas');
    const link = await shown.findByRole('link', { name: 'Open these 5 customers in the list' });
    expect(link).toHaveAttribute('href', '/portfolio?f.healthTier=Critical&f.state=TX');
    expect(shown.getByRole('link', { name: '5' })).toHaveAttribute(
      'href',
      link.getAttribute('href'),
    );
    expect(shown.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
      'href',
      '/api/portfolio/list/export?f.healthTier=Critical&f.state=TX',
    );
    const table = within(shown.getByRole('table', { name: 'Critical customers in TX' }));
    expect(table.getByRole('link', { name: 'Elm Dental' })).toHaveAttribute(
      'href',
      '/institution/1223/overview',
    );
    expect(shown.getByText('I read “critcal” as “critical”.')).toBeVisible();
    expect(shown.getAllByRole('button', { name: /^About / })).toHaveLength(1);
    expect(shown.getByText(/^One row for each customer, not for each location\./)).toBeVisible();
  });

  it('links each cell that names something, such as a ticket, to its page', async () => {
    const columns = [
      { key: 'institutionName', label: 'Customer', isNumber: false },
      { key: 'subject', label: 'Subject', isNumber: false },
    ];
    const texts = ['Elm Dental', 'Reminders stopped'];
    const rows = [{ institutionId: 1223, cells: texts, texts, paths: [null, paths.ticket(21)] }];
    server.answer(postQuestion, answer({ columns, rows }));
    renderApp('/ai-chat');
    await ask('Open tickets');
    expect(await screen.findByRole('link', { name: 'Reminders stopped' })).toHaveAttribute(
      'href',
      paths.ticket(21),
    );
    expect(screen.getByRole('link', { name: 'Elm Dental' })).toHaveAttribute(
      'href',
      paths.institutionOverview(1223),
    );
  });

  it('links the first cell of a row without a customer', async () => {
    const columns = [{ key: 'name', label: 'Campaign', isNumber: false }];
    const path = paths.ticketCampaign('5');
    const rows = [{ institutionId: null, cells: ['Forms'], texts: ['Forms'], paths: [path] }];
    server.answer(postQuestion, answer({ columns, rows }));
    renderApp('/ai-chat');
    await ask('Campaigns');
    expect(await screen.findByRole('link', { name: 'Forms' })).toHaveAttribute('href', path);
  });

  it('opens the customer of a row', async () => {
    renderApp('/ai-chat');
    await ask('Critical in Texas');
    await userEvent.click(await screen.findByRole('link', { name: 'Elm Dental' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it('is continued by a typed question, and not by an example', async () => {
    renderApp('/ai-chat');
    await ask('Critical in Texas');
    await turn('Critical in Texas');
    await screen.findByRole('heading', { name: /· 5$/ });
    await ask('only large');
    await waitFor(() => expect(bodies()).toHaveLength(2));
    expect(bodies()[1]).toEqual({ question: 'only large', plan: null, last: plan });
    await userEvent.click(screen.getByRole('button', { name: 'What can I ask?' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Average score by EHR' }));
    await waitFor(() => expect(bodies()).toHaveLength(3));
    expect(bodies()[2]).toEqual({ question: 'Average score by EHR', plan: null, last: null });
  });

  it('asks again without a filter', async () => {
    renderApp('/ai-chat');
    await ask('Critical in Texas');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove filter State: TX' }));
    await turn('Without State: TX');
    await waitFor(() => expect(bodies()).toHaveLength(2));
    expect(bodies()[1]).toMatchObject({
      question: 'Critical in Texas',
      plan: { ...plan, state: 'f.healthTier=Critical&sort=-adoptionScore' },
    });
  });

  it('has the focus after a change of an earlier answer', async () => {
    renderApp('/ai-chat');
    await ask('Critical in Texas');
    const remove = { name: 'Remove filter State: TX' };
    await userEvent.click(await screen.findByRole('button', remove));
    await waitFor(() => expect(screen.getAllByRole('button', remove)).toHaveLength(2));
    expect(screen.getByRole('region', { name: 'Without State: TX' })).toHaveFocus();
  });

  it('with a share links the rows of its numerator, too', async () => {
    const share = {
      link: '/portfolio?f.state=TX',
      share: { part: 3, whole: 5 },
      valueText: '60% (3 of 5)',
    };
    const plan = (filters: string) =>
      createTestPlan({ state: 'f.state=TX', aggregate: { kind: 'share', filters } });
    server.answer(postQuestion, answer({ ...share, plan: plan('f.atRisk=yes') }));
    renderApp('/ai-chat');
    await ask('Share at risk');
    expect(
      await screen.findByRole('link', { name: 'Open the 3 matching customers' }),
    ).toHaveAttribute('href', '/portfolio?f.state=TX&f.atRisk=yes');
    server.answer(postQuestion, answer({ ...share, plan: plan('f.state=~not&f.state=FL') }));
    await ask('Share not in Florida');
    await waitFor(() =>
      expect(
        screen.getAllByRole('link', { name: 'Open these 5 customers in the list' }),
      ).toHaveLength(2),
    );
    expect(screen.getAllByRole('link', { name: /matching customers/ })).toHaveLength(1);
  });

  it('without rows has no export and no empty table', async () => {
    server.answer(postQuestion, answer({ total: 0, value: 0, valueText: '0', rows: [] }));
    renderApp('/ai-chat');
    await ask('Critical in Texas');
    expect(await screen.findByRole('heading', { name: /· 0$/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the list of customers' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Download CSV' })).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('stays while the user visits another page', async () => {
    const { router } = renderApp('/ai-chat');
    await ask('Critical in Texas');
    await screen.findByRole('heading', { name: /· 5$/ });
    await act(() => router.navigate('/no-such-page'));
    expect(screen.queryByRole('heading', { name: /· 5$/ })).toBeNull();
    await act(() => router.navigate(-1));
    expect(await screen.findByRole('heading', { name: /· 5$/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'New conversation' }));
    expect(await screen.findByRole('region', { name: 'Example questions' })).toBeVisible();
    expect(await field()).toHaveFocus();
  });
});

it('asks back with the result of each reading, and sends the chosen plan', async () => {
  const locations = { ...plan, state: 'f.healthTier=Critical&sort=-locationCount' };
  server.answer(postQuestion, {
    kind: 'ask',
    prompt: 'This can mean different things. Which one?',
    options: [
      { reading: 'Critical customers, by Size tier', plan, result: '51 customers' },
      {
        reading: 'Critical customers, highest Locations first',
        plan: locations,
        result: '9 customers',
      },
    ],
  });
  renderApp('/ai-chat');
  await ask('critical customers by size');
  const choice = await screen.findByRole('button', {
    name: /highest Locations first.*9 customers/,
  });
  server.answer(postQuestion, answer());
  await userEvent.click(choice);
  await turn('Critical customers, highest Locations first');
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies()[1]).toMatchObject({ question: 'critical customers by size', plan: locations });
});

it('refuses with the unknown words underlined, and corrects the question', async () => {
  server.answer(postQuestion, {
    kind: 'refuse',
    reason: 'I don’t know “helht” and “carriers”.',
    unknownWords: ['helht', 'carriers'],
    near: [{ unknown: 'helht', known: 'health' }],
  });
  renderApp('/ai-chat');
  await ask('Carriers by helht tier');
  const shown = await turn('Carriers by helht tier');
  expect(await shown.findByText('I don’t know “helht” and “carriers”.')).toBeVisible();
  const heading = shown.getByRole('heading', { name: 'Carriers by helht tier' });
  expect([...heading.querySelectorAll('u')].map(({ textContent }) => textContent)).toEqual([
    'Carriers',
    'helht',
  ]);
  await userEvent.click(shown.getByRole('button', { name: 'see what you can ask' }));
  expect(await screen.findByRole('dialog', { name: 'What can I ask?' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(shown.getByRole('button', { name: 'health' }));
  expect(await field()).toHaveValue('Carriers by health tier');
  expect(await field()).toHaveFocus();
  expect(bodies()).toHaveLength(1);
});

it('corrects the unknown word that a suggestion is near, not the one with the same start', async () => {
  server.answer(postQuestion, {
    kind: 'refuse',
    reason: 'I don’t know “hea” and “ealth”.',
    unknownWords: ['hea', 'ealth'],
    near: [{ unknown: 'ealth', known: 'health' }],
  });
  renderApp('/ai-chat');
  await ask('hea by ealth tier');
  await userEvent.click(await screen.findByRole('button', { name: 'health' }));
  expect(await field()).toHaveValue('hea by health tier');
});

describe('a refused question with a language model', () => {
  const suggestion: Rewrite = {
    kind: 'suggestion',
    readings: [{ reading: 'Customers, At risk: Yes', plan }],
  };
  const refusal: Outcome = {
    ...{ kind: 'refuse', reason: 'I don’t know “wobbly”.', unknownWords: ['wobbly'], near: [] },
  };
  beforeEach(() => {
    server.answer(getCatalog, { lists: [], hasLanguageModel: true });
    server.answer(postQuestion, refusal);
    server.answer(postRewrite, suggestion);
  });
  const choice = () => screen.findByRole('button', { name: 'Customers, At risk: Yes' });

  it('gets a suggestion, which runs only when it is chosen', async () => {
    renderApp('/ai-chat');
    await ask('wobbly accounts');
    const button = await choice();
    expect(button.closest('[role="status"]')).toHaveTextContent(/^Did you mean this\?/);
    expect(server.callsTo(postRewrite).map(({ body }) => body)).toEqual([
      { question: 'wobbly accounts' },
    ]);
    expect(bodies()).toHaveLength(1);
    server.answer(postQuestion, answer());
    await userEvent.click(button);
    await turn('Customers, At risk: Yes');
    await waitFor(() => expect(bodies()).toHaveLength(2));
    expect(bodies()[1]).toEqual({
      ...{ question: 'wobbly accounts', prompt: 'Customers, At risk: Yes', plan, last: null },
    });
    expect(await choice()).toBeVisible();
    expect(server.callsTo(postRewrite)).toHaveLength(1);
  });

  it('has a region for the suggestion before it is there', async () => {
    let suggest: (rewrite: Rewrite) => void = () => undefined;
    server.answer(postRewrite, () => new Promise<Rewrite>((resolve) => (suggest = resolve)));
    renderApp('/ai-chat');
    await ask('wobbly accounts');
    const shown = await turn('wobbly accounts');
    const region = await shown.findByRole('status');
    expect(region).toBeEmptyDOMElement();
    await act(async () => suggest(suggestion));
    expect(region).toContainElement(await choice());
  });

  it('shows the same refusal without a suggestion, and when the call fails', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.answer(postRewrite, { kind: 'none', reason: 'The language model didn’t answer.' });
    renderApp('/ai-chat');
    await ask('wobbly accounts');
    expect((await (await turn('wobbly accounts')).findByRole('status')).textContent).toBe('');
    server.refuse(postRewrite, 429, 'You can ask 30 questions a minute.');
    await ask('more wobbly accounts');
    await waitFor(() => expect(server.callsTo(postRewrite)).toHaveLength(2));
    expect(screen.queryByText(/Did you mean/)).toBeNull();
    expect(screen.queryByText(/30 questions|didn’t answer/)).toBeNull();
    warned.mockRestore();
  });

  it('is not sent when no model is configured', async () => {
    server.answer(getCatalog, { lists: [], hasLanguageModel: false });
    renderApp('/ai-chat');
    await ask('wobbly accounts');
    const shown = await turn('wobbly accounts');
    expect(await shown.findByText('I don’t know “wobbly”.')).toBeVisible();
    expect(shown.queryByRole('status')).toBeNull();
    expect(server.callsTo(postRewrite)).toEqual([]);
  });

  it('stops waiting for the suggestion when the user leaves', async () => {
    server.answer(postRewrite, () => new Promise<Rewrite>(() => undefined));
    const fetched = vi.spyOn(globalThis, 'fetch');
    const { router } = renderApp('/ai-chat');
    await ask('wobbly accounts');
    await waitFor(() => expect(server.callsTo(postRewrite)).toHaveLength(1));
    const [, init] = fetched.mock.calls.find(([url]) => url === postRewrite.path) ?? [];
    expect(init?.signal?.aborted).toBe(false);
    await act(() => router.navigate('/no-such-page'));
    expect(init?.signal?.aborted).toBe(true);
  });
});

describe('what can be asked', () => {
  it('shows examples of every list on the empty page, which ask', async () => {
    renderApp('/ai-chat');
    const shown = within(await screen.findByRole('region', { name: 'Example questions' }));
    const buttons = await shown.findAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'How many critical customers are in Texas?',
      'Open tickets by owner',
      'Average score by EHR',
    ]);
    await userEvent.click(shown.getByRole('button', { name: 'Open tickets by owner' }));
    await turn('Open tickets by owner');
    expect(bodies()).toEqual([{ question: 'Open tickets by owner', plan: null, last: null }]);
  });

  it('is a searchable catalog whose examples ask', async () => {
    renderApp('/ai-chat');
    await userEvent.click(await screen.findByRole('button', { name: 'What can I ask?' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'What can I ask?' }));
    expect(await dialog.findByRole('region', { name: 'Customers' })).toBeVisible();
    expect(dialog.getByText('2 columns')).toBeVisible();
    const search = dialog.getByRole('searchbox', { name: 'Search lists and words' });
    await userEvent.type(search, 'EMR');
    expect(dialog.queryByRole('region', { name: 'Tickets' })).toBeNull();
    expect(dialog.getByText('EHR')).toBeVisible();
    expect(dialog.getByText('Values: Dentrix and 2 more')).toBeVisible();
    expect(dialog.queryByText('State')).toBeNull();
    await userEvent.clear(search);
    await userEvent.type(search, 'declining');
    expect(dialog.getByRole('region', { name: 'Customers' })).toHaveTextContent(
      'Phrases: declining',
    );
    await userEvent.clear(search);
    await userEvent.type(search, 'zebra');
    expect(dialog.getByText('Nothing found for “zebra”. Try another word.')).toBeVisible();
    await userEvent.clear(search);
    await userEvent.click(dialog.getByRole('button', { name: 'Average score by EHR' }));
    await turn('Average score by EHR');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('reports an error and can be retried', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.refuse(getCatalog, 500, 'Something went wrong.');
    renderApp('/ai-chat');
    expect(await screen.findByText('Couldn’t load example questions')).toBeVisible();
    server.answer(getCatalog, { lists: [], hasLanguageModel: false });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    warned.mockRestore();
  });
});

describe('a subject', () => {
  const aboutList = '/ai-chat?list=customers&state=f.healthTier%3DCritical%26f.state%3DTX';
  const subject = () => screen.findByRole('group', { name: 'About: Critical customers in TX · 5' });
  beforeEach(() => server.answer(postPlan, answer()));

  it('of a list is changed by the next question, and is gone after its answer', async () => {
    renderApp(aboutList);
    expect(within(await subject()).getByRole('button', { name: 'By owner' })).toBeDefined();
    await ask('by owner');
    await turn('by owner');
    expect(bodies()).toMatchObject([
      {
        question: 'by owner',
        plan: null,
        last: { ...plan, state: 'f.healthTier=Critical&f.state=TX' },
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('group', { name: /^About/ })).toBeNull());
  });

  it('of a list can be removed', async () => {
    renderApp(aboutList);
    await subject();
    await userEvent.click(
      screen.getByRole('button', { name: 'About: Critical customers in TX · 5. Remove' }),
    );
    expect(screen.queryByRole('group', { name: /^About/ })).toBeNull();
    await ask('by owner');
    await turn('by owner');
    expect(bodies()).toMatchObject([{ last: null }]);
  });

  it('says why a list can’t be read', async () => {
    server.answer(postPlan, {
      kind: 'refuse',
      reason: 'This list no longer exists.',
      unknownWords: [],
      near: [],
    });
    renderApp(aboutList);
    expect(await screen.findByText(/This list no longer exists/)).toBeDefined();
  });

  it('of a list that can’t be loaded is reported, with a retry', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.refuse(postPlan, 503, 'The database is busy.');
    renderApp(aboutList);
    expect(await screen.findByText('The database is busy.')).toBeVisible();
    server.answer(postPlan, answer());
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('group', { name: /^About: Critical/ })).toBeVisible();
    warned.mockRestore();
  });

  it('ignores invalid parameters', async () => {
    renderApp('/ai-chat?list=No!');
    await field();
    expect(server.callsTo(postPlan)).toEqual([]);
  });

  it('of a customer links to the customer', async () => {
    renderApp('/ai-chat?customer=Elm%20Dental');
    const group = within(await screen.findByRole('group', { name: 'About: Elm Dental' }));
    expect(await group.findByRole('link', { name: 'Elm Dental' })).toHaveAttribute(
      'href',
      paths.institutionOverview(1223),
    );
    expect(server.callsTo(postPlan).map(({ body }) => body)).toMatchObject([
      {
        plan: { list: 'customers', state: 'f.institutionName=~is&f.institutionName=Elm%20Dental' },
      },
    ]);
    await userEvent.click(group.getByRole('button', { name: 'About: Elm Dental. Remove' }));
    expect(screen.queryByRole('group', { name: /^About/ })).toBeNull();
  });

  it('is plain text for a name that several customers have', async () => {
    const [row] = answer().rows;
    server.answer(postPlan, answer({ rows: row === undefined ? [] : [row, row] }));
    renderApp('/ai-chat?customer=Elm%20Dental');
    const group = within(await screen.findByRole('group', { name: 'About: Elm Dental' }));
    await waitFor(() => expect(server.callsTo(postPlan)).toHaveLength(1));
    expect(group.queryByRole('link')).toBeNull();
  });

  it('of a customer begins the question and offers three questions', async () => {
    renderApp('/ai-chat?customer=Elm%20Dental');
    await waitFor(async () => expect(await field()).toHaveValue('Elm Dental '));
    await userEvent.click(await screen.findByRole('button', { name: 'Which tickets are open?' }));
    await turn('Which tickets of Elm Dental are open?');
    expect(bodies()).toMatchObject([
      { question: 'Which tickets of Elm Dental are open?', last: null },
    ]);
  });
});

describe('a follow-up question', () => {
  it('asks its plan', async () => {
    renderApp('/ai-chat');
    await ask('Critical in Texas');
    const followUps = await screen.findByRole('group', { name: 'Follow-up questions' });
    await userEvent.click(within(followUps).getByRole('button', { name: 'By owner' }));
    await turn('By owner');
    expect(bodies().at(-1)).toMatchObject({
      prompt: 'By owner',
      plan: answer().followUps[0]?.plan,
    });
  });
});

it('links an answer to the boards, with its plan', async () => {
  renderApp('/ai-chat?q=Critical');
  expect(await screen.findByRole('link', { name: 'Pin to a board' })).toHaveAttribute(
    'href',
    paths.pinAnswer(JSON.stringify(plan)),
  );
});
