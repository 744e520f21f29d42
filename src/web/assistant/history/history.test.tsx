import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { postPlan, postQuestion } from '#shared/assistant/assistant.ts';
import { getCatalog } from '#shared/assistant/catalog.ts';
import {
  deleteConversation,
  deleteConversations,
  getConversation,
  getConversations,
  postFeedback,
  type StoredTurn,
} from '#shared/assistant/conversations.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { createTestAnswer, createTestPlan } from '#test/answers.ts';
import { createFreshnessResponse } from '#test/records.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const [first, second] = [
  '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e01',
  '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e02',
];
const plan = createTestPlan({ state: 'f.state=TX' });
const allPlan = createTestPlan();
const answer = (reading: string) => createTestAnswer({ reading, plan });
const turn = (at: number, facts: Partial<StoredTurn>): StoredTurn => ({
  turnId: `0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e1${at}`,
  ...{ question: `Question ${at}`, prompt: null, kind: 'answer', reading: null, plan: null },
  ...{ reason: null, unknownWords: [], askedAt: '2026-11-24T18:00:00Z', feedback: null },
  ...facts,
});
const hostile = '<img src=x onerror=alert(1)> **bold** [x](https://evil.example)';
const row = (conversationId: string, title: string) => ({
  ...{ conversationId, title, createdAt: '2026-11-24T18:00:00Z' },
  ...{ lastUsedAt: '2026-11-24T18:05:00Z', turns: 2 },
});

type ObserverCallback = (entries: { isIntersecting: boolean; target: Element }[]) => void;

/** jsdom has no layout, so every observed element counts as visible. */
class VisibleObserver {
  readonly #callback: ObserverCallback;
  constructor(callback: ObserverCallback) {
    this.#callback = callback;
  }
  observe(target: Element) {
    this.#callback([{ isIntersecting: true, target }]);
  }
  disconnect() {}
}

let server: TestServer;
beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', VisibleObserver);
  sessionStorage.clear();
  server = startSignedInServer();
  server.answer(getFreshness, createFreshnessResponse());
  server.answer(getCatalog, { lists: [], hasLanguageModel: false });
  server.answer(getConversations, {
    rows: [row(first, 'Customers in Texas'), row(second, hostile)],
  });
  server.answer(postQuestion, ({ question }) => answer(question));
  server.answer(postPlan, ({ plan: { state } }) =>
    answer(state === plan.state ? 'Customers in TX now' : 'Customers now'),
  );
  server.answer(deleteConversation, {});
  server.answer(deleteConversations, { deleted: 2 });
  server.answer(getConversation, {
    ...row(first, 'Customers in Texas'),
    earlierTurns: 0,
    turns: [
      turn(1, { reading: 'Customers in TX', plan }),
      turn(2, { prompt: 'Without Texas', reading: 'Customers', plan: allPlan }),
      turn(3, { kind: 'refuse', reason: 'I don’t know “zorb”.', unknownWords: ['zorb'] }),
      turn(4, { kind: 'ask' }),
    ],
  });
});

const openHistory = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'History' }));
  return within(await screen.findByRole('dialog', { name: 'Your conversations' }));
};
const sent = () => server.callsTo(postQuestion).map(({ body }) => postQuestion.body.parse(body));
const ask = async (question: string) => {
  await userEvent.type(
    await screen.findByRole('textbox', { name: 'Your question' }),
    `${question}{Enter}`,
  );
  return within(await screen.findByRole('region', { name: question }));
};

it('reopens a conversation with current answers, which a follow-up continues', async () => {
  renderApp('/ai-chat');
  const dialog = await openHistory();
  expect(await dialog.findByRole('button', { name: /^Delete <img/ })).toBeVisible();
  await userEvent.click(await dialog.findByRole('button', { name: /^Customers in Texas/ }));
  expect(await screen.findByRole('heading', { name: /^Customers in TX now/ })).toBeVisible();
  expect(await screen.findByRole('heading', { name: /^Customers now/ })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Without Texas' })).toBeVisible();
  expect(screen.getByText('I don’t know “zorb”.')).toBeVisible();
  expect(
    screen.getByText('This question had more than one meaning. Ask it again to choose one.'),
  ).toBeVisible();
  expect(server.callsTo(postPlan).map(({ body }) => body)).toEqual([{ plan }, { plan: allPlan }]);
  expect(sent()).toEqual([]);
  await ask('only large');
  expect(sent()[0]).toMatchObject({ question: 'only large', last: plan, conversationId: first });
  expect(sent()[0]?.turnId).not.toBe(turn(2, {}).turnId);
});

it('keeps the id of a question that is retried, and starts a new conversation', async () => {
  renderApp('/ai-chat');
  server.refuse(postQuestion, 503, 'The database is busy.');
  await userEvent.type(
    await screen.findByRole('textbox', { name: 'Your question' }),
    'Critical{Enter}',
  );
  await screen.findByText('The database is busy.');
  server.answer(postQuestion, answer('Critical customers'));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('region', { name: 'Critical' });
  await userEvent.click(screen.getByRole('button', { name: 'New conversation' }));
  await ask('Customers in Ohio');
  const [failed, retried, other] = sent();
  expect(retried).toEqual(failed);
  expect(other?.conversationId).not.toBe(failed?.conversationId);
  expect(other?.turnId).not.toBe(failed?.turnId);
});

it('deletes one conversation or all after a confirmation', async () => {
  renderApp('/ai-chat');
  const dialog = await openHistory();
  await userEvent.click(await dialog.findByRole('button', { name: 'Delete Customers in Texas' }));
  const confirm = within(await screen.findByRole('dialog', { name: 'Delete this conversation?' }));
  expect(server.callsTo(deleteConversation)).toHaveLength(0);
  server.answer(getConversations, { rows: [row(second, hostile)] });
  await userEvent.click(confirm.getByRole('button', { name: 'Delete conversation' }));
  await waitFor(() =>
    expect(dialog.queryByRole('button', { name: 'Delete Customers in Texas' })).toBeNull(),
  );
  await waitFor(() =>
    expect(
      screen.getByRole('dialog', { name: 'Your conversations' }).contains(document.activeElement),
    ).toBe(true),
  );
  expect(server.callsTo(deleteConversation).map(({ path }) => path)).toEqual([
    `/api/assistant/conversations/${first}`,
  ]);
  server.answer(getConversations, { rows: [] });
  await userEvent.click(dialog.getByRole('button', { name: 'Delete all' }));
  const all = within(await screen.findByRole('dialog', { name: 'Delete all conversations?' }));
  await userEvent.click(all.getByRole('button', { name: 'Delete conversations' }));
  expect(await dialog.findByText(/^No conversations yet/)).toBeVisible();
  expect(server.callsTo(deleteConversations)).toHaveLength(1);
});

it('rates an answer with a reason, changes the rating and removes it', async () => {
  server.answer(postFeedback, ({ verdict, reason }) => ({
    feedback: verdict === null ? null : { verdict, reason: reason ?? '' },
  }));
  renderApp('/ai-chat');
  const shown = await ask('Customers in Texas');
  const ratings = () => server.callsTo(postFeedback).map(({ body }) => body);
  await userEvent.click(shown.getByRole('button', { name: 'Bad answer' }));
  await userEvent.type(await shown.findByRole('textbox'), hostile.replaceAll('[', '[['));
  await userEvent.click(shown.getByRole('button', { name: 'Save reason' }));
  expect((await shown.findByText(hostile)).parentElement).toHaveRole('status');
  const bad = shown.getByRole('button', { name: 'Bad answer' });
  expect(bad).toHaveAttribute('aria-pressed', 'true');
  expect(bad).toHaveFocus();
  await userEvent.click(shown.getByRole('button', { name: 'Good answer' }));
  await waitFor(() => expect(bad).toHaveAttribute('aria-pressed', 'false'));
  await userEvent.click(shown.getByRole('button', { name: 'Good answer' }));
  await waitFor(() =>
    expect(ratings()).toEqual([
      { verdict: 'down', reason: '' },
      { verdict: 'down', reason: hostile },
      { verdict: 'up', reason: '' },
      { verdict: null, reason: '' },
    ]),
  );
  expect(document.querySelector('img[src="x"]')).toBeNull();
});
