import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  deleteSynonym,
  getSynonyms,
  getTerms,
  postSynonym,
  type SynonymRow,
} from '#shared/assistant/synonyms.ts';
import { getUnanswered } from '#shared/assistant/unanswered.ts';
import { getUser } from '#shared/auth/auth.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const meanings = [
  { list: null, listName: null, text: 'the list of customers' },
  ...['tickets', 'renewals', 'losses', 'incidents'].map((list) => ({
    ...{ list, listName: list, text: 'Customer' },
  })),
];
const synonym: SynonymRow = {
  ...{ synonymId: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e01', word: 'offices', term: 'customers' },
  ...{ list: null, meanings, createdBy: 'Avery Admin', createdAt: '2026-11-24T18:00:00Z' },
};

let server: TestServer;
beforeEach(() => {
  server = startSignedInServer();
  server.answer(getUser, { ...morgan, role: 'admin' });
  server.answer(getUnanswered, {
    words: [
      {
        ...{ word: 'zorbs', questions: 3, lastAskedAt: '2026-11-24T18:00:00Z' },
        examples: ['How many zorbs?', '<b>zorbs</b> by state'],
      },
    ],
    refused: [
      {
        ...{ question: 'customers over', reason: 'Over what?', times: 2 },
        lastAskedAt: '2026-11-24T18:00:00Z',
      },
    ],
    badAnswers: [
      {
        ...{ turnId: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e11', question: 'Sum of Texas' },
        ...{ reading: 'Customers in TX', reason: '', ratedAt: '2026-11-24T18:00:00Z' },
      },
    ],
  });
  server.answer(getSynonyms, { rows: [synonym] });
  server.answer(getTerms, { rows: [{ term: 'customers', meanings }] });
  server.answer(postSynonym, (body) => ({ ...synonym, ...body }));
  server.answer(deleteSynonym, {});
});

const posted = () => server.callsTo(postSynonym).map(({ body }) => body);
const section = async (name: string) => within(await screen.findByRole('region', { name }));

it('shows unknown words, refused questions and bad ratings as plain text', async () => {
  renderApp('/admin?part=assistant');
  const words = await section('Unknown words');
  expect(await words.findByText('<b>zorbs</b> by state')).toBeVisible();
  expect((await section('Other refused questions')).getByText('Over what?')).toBeVisible();
  expect((await section('Bad ratings')).getByText('None given')).toBeVisible();
});

it('shortens a long unknown word, with the whole word as its title', async () => {
  const word = 'zorb'.repeat(120);
  const row = { word, questions: 1, lastAskedAt: '2026-11-24T18:00:00Z', examples: [word] };
  server.answer(getUnanswered, { words: [row], refused: [], badAnswers: [] });
  renderApp('/admin?part=assistant');
  const words = await section('Unknown words');
  const shown = within(await words.findByRole('rowheader', { name: word })).getByTitle(word);
  expect(shown).toHaveAttribute('data-line-clamp', 'true');
});

it('adds a synonym for an unknown word after showing its meaning, and undoes it', async () => {
  renderApp('/admin?part=assistant');
  const words = await section('Unknown words');
  await userEvent.click(await words.findByRole('button', { name: 'Add synonym for zorbs' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add synonym' }));
  expect(dialog.getByRole('textbox', { name: /Word or phrase/ })).toHaveValue('zorbs');
  const add = dialog.getByRole('button', { name: 'Add synonym' });
  expect(add).toBeDisabled();
  const term = dialog.getByRole('combobox', { name: /Stands for/ });
  await waitFor(() => expect(server.callsTo(getTerms)).toHaveLength(1));
  expect(screen.queryByRole('option', { hidden: true })).toBeNull();
  await userEvent.type(term, 'quux');
  expect(await dialog.findByText(/doesn’t know “quux”/)).toBeVisible();
  await userEvent.clear(term);
  await userEvent.type(term, 'customers');
  expect(await dialog.findByText('the list of customers (every list)')).toBeVisible();
  expect(dialog.getByText('Customer (tickets, renewals, losses and 1 more)')).toBeVisible();
  server.answer(getUnanswered, { words: [], refused: [], badAnswers: [] });
  await userEvent.click(add);
  await waitFor(() =>
    expect(posted()).toEqual([
      { synonymId: expect.any(String), word: 'zorbs', term: 'customers', list: null },
    ]),
  );
  const toast = await screen.findByText('Added “zorbs” as a synonym for “customers”');
  await waitFor(() => expect(screen.queryByRole('button', { name: /for zorbs/ })).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('region', { name: 'Unknown words' })).toHaveFocus();
  const alert = toast.closest('[role="alert"]');
  await userEvent.click(within(alert as HTMLElement).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.callsTo(deleteSynonym)).toHaveLength(1));
});

it('calls a term unknown only after the search, and reports an error with a retry', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  renderApp('/admin?part=assistant');
  const words = await section('Unknown words');
  await userEvent.click(await words.findByRole('button', { name: 'Add synonym for zorbs' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add synonym' }));
  const term = dialog.getByRole('combobox', { name: /Stands for/ });
  let answerTerms: (rows: []) => void = () => undefined;
  server.answer(
    getTerms,
    () =>
      new Promise((resolve) => {
        answerTerms = (rows) => resolve({ rows });
      }),
  );
  const before = server.callsTo(getTerms).length;
  await userEvent.type(term, 'quux');
  await waitFor(() => expect(server.callsTo(getTerms).length).toBeGreaterThan(before));
  expect(dialog.queryByText(/doesn’t know/)).toBeNull();
  answerTerms([]);
  expect(await dialog.findByText(/doesn’t know “quux”/)).toBeVisible();
  server.refuse(getTerms, 503, 'The database is busy.');
  await userEvent.type(term, 's');
  expect(await dialog.findByText('The database is busy.')).toBeVisible();
  expect(dialog.queryByText(/doesn’t know/)).toBeNull();
  server.answer(getTerms, { rows: [{ term: 'quuxs', meanings }] });
  await userEvent.click(dialog.getByRole('button', { name: 'Retry' }));
  expect(await dialog.findByText('the list of customers (every list)')).toBeVisible();
  warned.mockRestore();
});

it('shows why a synonym was refused', async () => {
  server.refuse(postSynonym, 422, '“offices” already has a meaning in questions about customers.');
  renderApp('/admin?part=assistant');
  const synonyms = await section('Synonyms');
  await userEvent.click(synonyms.getByRole('button', { name: 'Add synonym' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add synonym' }));
  await userEvent.type(dialog.getByRole('textbox', { name: /Word or phrase/ }), 'offices');
  await userEvent.type(dialog.getByRole('combobox', { name: /Stands for/ }), 'customers');
  await userEvent.click(await dialog.findByRole('button', { name: 'Add synonym' }));
  expect(await dialog.findByText(/already has a meaning/)).toBeVisible();
});

it('removes a synonym, and adds it again on undo', async () => {
  renderApp('/admin?part=assistant');
  const synonyms = await section('Synonyms');
  await userEvent.click(await synonyms.findByRole('button', { name: 'Remove offices' }));
  const toast = await screen.findByText('Removed “offices”');
  await waitFor(() => expect(screen.getByRole('region', { name: 'Synonyms' })).toHaveFocus());
  expect(server.callsTo(deleteSynonym).map(({ path }) => path)).toEqual([
    `/api/assistant/synonyms/${synonym.synonymId}`,
  ]);
  await userEvent.click(
    within(toast.closest('[role="alert"]') as HTMLElement).getByRole('button', { name: 'Undo' }),
  );
  await waitFor(() =>
    expect(posted()).toEqual([
      { synonymId: expect.any(String), word: 'offices', term: 'customers', list: null },
    ]),
  );
});
