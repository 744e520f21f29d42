import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { postPlan } from '#shared/assistant/assistant.ts';
import {
  type Board,
  type BoardAnswer,
  boardLimits,
  getBoard,
  patchBoard,
  postBoard,
  type WidgetData,
} from '#shared/boards/boards.ts';
import { buildPinnedAnswerKey } from '#shared/boards/pinned-answers.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { createTestAnswer, createTestAnswerGroup, createTestPlan } from '#test/answers.ts';
import { createFreshnessResponse } from '#test/records.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;
const mineId = '0192f5d2-7f6c-4d3a-9d38-0a1b2c3d4e5f';
const atRisk: WidgetData = { kind: 'figure', key: 'atRisk', value: 309, rows: 309, change: 4 };
const board = (facts: Partial<Board> = {}): Board => ({
  ...{ boardId: mineId, name: 'Mine', isOwn: true, version: 3, widgets: [] },
  ...{ isShared: false, ownerName: null },
  ...facts,
});
const answer = (widgets: WidgetData[], facts: Partial<BoardAnswer> = {}): BoardAnswer => ({
  board: board({ widgets: widgets.map(({ key }) => key) }),
  boards: [
    { boardId: 'health', name: 'Health', isOwn: false },
    { boardId: mineId, name: 'Mine', isOwn: true },
  ],
  ...{ weekEndDate: '2026-11-14', institutions: 2363, matching: 2363, widgets },
  ...facts,
});

beforeEach(() => {
  server = startSignedInServer();
  server.answer(getFreshness, createFreshnessResponse());
});

describe('a pinned answer', () => {
  const plan = createTestPlan({
    state: 'f.healthTier=Critical',
    groups: [{ column: 'ownerName', unit: 'value' }],
  });
  const key = buildPinnedAnswerKey(plan);
  const link = '/portfolio?scope=all&f.healthTier=Critical';
  const computed = createTestAnswer({
    ...{ reading: 'Critical customers, by Owner', plan, link },
    ...{ total: 336, value: 336, valueText: '336' },
    ...{
      groupLabels: ['Owner'],
      groups: [createTestAnswerGroup('Priya Vaughn', 40)],
      groupCount: 12,
    },
  });
  const region = async (name: string) => within(await screen.findByRole('region', { name }));

  it('shows its reading, figure and groups with the link to its rows', async () => {
    server.answer(postPlan, computed);
    server.answer(getBoard, answer([{ kind: 'answer', key, plan }]));
    renderApp(`/dashboard?board=${mineId}`);
    const card = await region('Critical customers, by Owner');
    expect(await card.findByRole('link', { name: '336' })).toHaveAttribute('href', link);
    expect(card.getByRole('listitem')).toHaveTextContent('Priya Vaughn40');
    expect(card.getByText(/11 more groups/)).toBeVisible();
    expect(server.callsTo(postPlan).map(({ body }) => body)).toEqual([{ plan }]);
  });

  it('shows only the rows that were asked for, and links to their customers', async () => {
    const row = (id: number) => ({
      ...{ institutionId: id, cells: [`Clinic ${id}`, 'Critical'] },
      texts: [`Clinic ${id}`, 'Critical'],
      paths: [],
    });
    server.answer(
      postPlan,
      createTestAnswer({
        ...{ reading: '10 customers with the lowest score', total: 360 },
        plan: createTestPlan({ aggregate: { kind: 'rows', limit: 10 } }),
        columns: [
          { key: 'institutionName', label: 'Customer', isNumber: false },
          { key: 'healthTier', label: 'Health tier', isNumber: false },
        ],
        rows: Array.from({ length: 10 }, (_, at) => row(at + 1)),
      }),
    );
    server.answer(getBoard, answer([{ kind: 'answer', key, plan }]));
    renderApp(`/dashboard?board=${mineId}`);
    const card = await region('10 customers with the lowest score');
    expect(await card.findAllByRole('row')).toHaveLength(9);
    expect(card.getByText(/^2 more rows/)).toBeVisible();
    expect(card.getByRole('link', { name: 'Clinic 8' })).toHaveAttribute(
      'href',
      '/institution/8/overview',
    );
  });

  it('that can’t be loaded is reported on its card, with a retry', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.refuse(postPlan, 503, 'The database is busy.');
    server.answer(getBoard, answer([{ kind: 'answer', key, plan }]));
    renderApp(`/dashboard?board=${mineId}`);
    const card = await region('Pinned answer');
    expect(await card.findByText('The database is busy.')).toBeVisible();
    server.answer(postPlan, computed);
    await userEvent.click(card.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: '336' })).toBeVisible();
    warned.mockRestore();
  });

  it('says why it can no longer be computed', async () => {
    const reason = 'This list no longer exists.';
    server.answer(postPlan, { kind: 'refuse', reason, unknownWords: [], near: [] });
    server.answer(getBoard, answer([{ kind: 'answer', key, plan }]));
    renderApp(`/dashboard?board=${mineId}`);
    const card = await region('Pinned answer');
    expect(await card.findByText(/This list no longer exists/)).toBeVisible();
  });

  it('is added to the end of a board', async () => {
    server.answer(postPlan, computed);
    server.answer(getBoard, answer([atRisk]));
    server.answer(patchBoard, board({ version: 4 }));
    const { router } = renderApp(`/dashboard?pin=${encodeURIComponent(JSON.stringify(plan))}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Pin answer' }));
    await waitFor(() => expect(router.state.location.search).toBe(`?board=${mineId}`));
    expect(server.callsTo(patchBoard).map(({ body }) => body)).toEqual([
      { version: 3, widgets: ['atRisk', key] },
    ]);
  });

  it('can be the only widget of a new board', async () => {
    server.answer(postPlan, computed);
    server.answer(
      getBoard,
      answer([], { boards: [{ boardId: 'health', name: 'Health', isOwn: false }] }),
    );
    server.answer(postBoard, board({ version: 1 }));
    renderApp(`/dashboard?pin=${encodeURIComponent(JSON.stringify(plan))}`);
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await userEvent.clear(name);
    await userEvent.type(name, 'Mine');
    await userEvent.click(screen.getByRole('button', { name: 'Pin answer' }));
    await waitFor(() => expect(server.callsTo(postBoard)).toHaveLength(1));
    expect(server.callsTo(postBoard)[0]?.body).toMatchObject({ name: 'Mine' });
    expect(server.callsTo(postBoard)[0]?.body).toMatchObject({ widgets: [key] });
    expect(server.callsTo(patchBoard)).toEqual([]);
  });

  it('of a new board that failed is sent again with the same id', async () => {
    server.answer(postPlan, computed);
    server.answer(getBoard, answer([], { boards: [] }));
    server.refuse(postBoard, 503, 'The database is busy.');
    renderApp(`/dashboard?pin=${encodeURIComponent(JSON.stringify(plan))}`);
    const pin = await screen.findByRole('button', { name: 'Pin answer' });
    await waitFor(() => expect(pin).toBeEnabled());
    await userEvent.click(pin);
    expect(await screen.findByText('The database is busy.')).toBeVisible();
    await userEvent.click(pin);
    await waitFor(() => expect(server.callsTo(postBoard)).toHaveLength(2));
    const [first, second] = server.callsTo(postBoard).map(({ body }) => body);
    expect(second).toEqual(first);
  });

  it('is refused in words by a full board', async () => {
    server.answer(postPlan, computed);
    const widgets = Array.from({ length: boardLimits.widgets }, (_, at) => `w${at}`);
    server.answer(getBoard, answer([atRisk], { board: board({ widgets }) }));
    renderApp(`/dashboard?pin=${encodeURIComponent(JSON.stringify(plan))}`);
    const pin = await screen.findByRole('button', { name: 'Pin answer' });
    await waitFor(() => expect(pin).toBeEnabled());
    await userEvent.click(pin);
    expect(
      await screen.findByText(
        'A board holds up to 24 widgets. Remove a widget from “Mine” or choose another board.',
      ),
    ).toBeVisible();
    expect(server.callsTo(patchBoard)).toEqual([]);
  });

  it('that can’t be loaded is reported in the dialog, with a retry', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.refuse(postPlan, 503, 'The database is busy.');
    server.answer(getBoard, answer([atRisk]));
    renderApp(`/dashboard?pin=${encodeURIComponent(JSON.stringify(plan))}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Pin answer to a board' }));
    expect(await dialog.findByText('The database is busy.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Pin answer' })).toBeDisabled();
    server.answer(postPlan, computed);
    await userEvent.click(dialog.getByRole('button', { name: 'Retry' }));
    expect(await dialog.findByText('Critical customers, by Owner')).toBeVisible();
    warned.mockRestore();
  });

  it('with an invalid plan opens no dialog', async () => {
    server.answer(getBoard, answer([atRisk]));
    renderApp('/dashboard?pin=%7B%7D');
    await region('At risk');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
