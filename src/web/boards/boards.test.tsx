import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import states from 'us-atlas/states-albers-10m.json';
import statesUrl from 'us-atlas/states-albers-10m.json?url';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  type Board,
  type BoardAnswer,
  deleteBoard,
  getBoard,
  patchBoard,
  postBoard,
  type WidgetData,
} from '#shared/boards/boards.ts';
import { widgetKeys } from '#shared/boards/widgets.ts';
import { endpoint } from '#shared/core/endpoint.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { createFreshnessResponse } from '#test/records.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import { drawBoard } from '#web/boards/picture/draw.ts';
import { tierStyles } from '#web/ui/tier/tiers.ts';

let server: TestServer;
const outlines = endpoint({
  method: 'GET',
  path: `/${statesUrl.slice(1)}`,
  summary: 'The outlines of the states',
  response: z.unknown(),
});
const mineId = '0192f5d2-7f6c-4d3a-9d38-0a1b2c3d4e5f';

const figure = (
  key: string,
  facts: Partial<Extract<WidgetData, { kind: 'figure' }>> = {},
): WidgetData => ({
  kind: 'figure',
  key,
  value: 309,
  rows: 309,
  change: 4,
  ...facts,
});
const trend: WidgetData = {
  kind: 'trend',
  key: 'averageScoreTrend',
  points: [
    { weekEndDate: '2026-11-07', institutions: 9, values: { averageScore: 75.25 } },
    { weekEndDate: '2026-11-14', institutions: 4, values: { averageScore: null } },
  ],
};
const falls: WidgetData = {
  kind: 'table',
  key: 'biggestFalls',
  total: 40,
  rows: [
    { institutionId: 1001, institutionName: '<b>Elm</b> Dental', cells: ['Critical', 4.7, -29.44] },
  ],
};
const map: WidgetData = {
  kind: 'map',
  key: 'scoreMap',
  states: [
    { state: 'TX', institutions: 50, value: 71.26, tier: 'Medium' },
    { state: 'CT', institutions: 3, value: null, tier: null },
  ],
  elsewhere: 2,
};
const board = (facts: Partial<Board> = {}): Board => ({
  boardId: mineId,
  name: 'Mine',
  isOwn: true,
  isShared: false,
  ownerName: null,
  version: 3,
  widgets: [],
  ...facts,
});
function answer(
  widgets: WidgetData[],
  facts: Partial<BoardAnswer> = {},
  own: Partial<Board> = {},
): BoardAnswer {
  return {
    board: board({ ...own, widgets: widgets.map(({ key }) => key) }),
    boards: [
      { boardId: 'health', name: 'Health', isOwn: false },
      { boardId: mineId, name: 'Mine', isOwn: true },
    ],
    weekEndDate: '2026-11-14',
    institutions: 2363,
    matching: 2363,
    widgets,
    ...facts,
  };
}
const readyMadeBoard = { boardId: 'health', name: 'Health', isOwn: false, version: 0 } as const;

beforeEach(() => {
  server = startSignedInServer();
  server.answer(getFreshness, createFreshnessResponse());
});

const widgetNames = () =>
  screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));

describe('a board', () => {
  it('shows the number of customers behind its tiers', async () => {
    const values = { healthy: 1456, medium: 540, critical: 336, unknown: 17 };
    const tiers: WidgetData = {
      kind: 'trend',
      key: 'tierTrend',
      points: [{ weekEndDate: '2026-11-14', institutions: 2349, values }],
    };
    server.answer(getBoard, answer([tiers], {}, readyMadeBoard));
    renderApp('/dashboard');
    expect(await screen.findByText('2,349 customers in the last official week')).toBeVisible();
  });

  it('shows every kind of widget from one request, with links to the customers', async () => {
    server.answer(getBoard, answer([figure('atRisk'), trend, falls, map], {}, readyMadeBoard));
    renderApp('/dashboard');
    const atRisk = within(await screen.findByRole('region', { name: 'At risk' }));
    expect(atRisk.getByRole('link', { name: '309 At risk' })).toHaveAttribute(
      'href',
      '/portfolio?scope=all&f.atRisk=yes#customers',
    );
    expect(atRisk.getByText('+4 in a week')).toBeVisible();
    expect(
      screen.getByRole('img', {
        name: 'Average score by week, Nov 7, 2026 to Nov 14, 2026: Average score from 75.3% to –',
      }),
    ).toBeVisible();
    expect(screen.queryByText(/in the last official week$/)).toBeNull();
    for (const summary of screen.getAllByText('Show as table')) await userEvent.click(summary);
    const weeks = within(
      screen.getByRole('table', { name: 'Average score by week, week by week' }),
    );
    expect(weeks.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'Week endingAverage scoreCustomers scored',
      'Nov 14, 2026–4',
      'Nov 7, 202675.3%9',
    ]);
    const table = within(screen.getByRole('table', { name: 'Biggest drops' }));
    expect(table.getByRole('link', { name: '<b>Elm</b> Dental' })).toHaveAttribute(
      'href',
      '/institution/1001/overview',
    );
    expect(table.getByText('−29.4 pts')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All 40' })).toHaveAttribute(
      'href',
      '/portfolio?scope=all&f.scoreChange=..-0.1&sort=scoreChange#customers',
    );
    const states = within(screen.getByRole('table', { name: 'Average score by state' }));
    expect(states.getByRole('link', { name: '50 customers in TX' })).toHaveAttribute(
      'href',
      '/portfolio?scope=all&f.state=TX#customers',
    );
    expect(screen.getByText('2 customers without a state are not on the map.')).toBeVisible();
    expect(server.callsTo(getBoard)).toHaveLength(1);
    expect(
      server.calls.filter(
        ({ path }) => path.startsWith('/api/boards') || path.includes('institution-list'),
      ),
    ).toHaveLength(1);
  });

  it('colors a state by the tier of its average under the rules of the week', async () => {
    server.answer(outlines, states);
    const colored = [
      { state: 'TX', institutions: 50, value: 80, tier: 'Medium' },
      { state: 'CT', institutions: 9, value: 95, tier: 'Healthy' },
      { state: 'CA', institutions: 3, value: null, tier: null },
    ] as const;
    server.answer(
      getBoard,
      answer(
        [{ kind: 'map', key: 'scoreMap', states: [...colored], elsewhere: 0 }],
        {},
        readyMadeBoard,
      ),
    );
    renderApp('/dashboard');
    const fillOf = async (title: string) =>
      (await screen.findByText(title)).closest('path')?.getAttribute('fill');
    expect(await fillOf('Texas: 80.0%, 50 customers')).toBe(tierStyles.Medium.fill);
    expect(await fillOf('Connecticut: 95.0%, 9 customers')).toBe(tierStyles.Healthy.fill);
    expect(Object.values(tierStyles).map(({ fill }) => fill)).not.toContain(
      await fillOf('California: –, 3 customers'),
    );
  });

  it('passes its filters to every link, and links no number without matches', async () => {
    server.answer(
      getBoard,
      answer(
        [
          figure('critical'),
          figure('healthy', { value: 0, rows: 0 }),
          figure('averageScore', { value: null, rows: 3, change: null }),
        ],
        { matching: 30 },
      ),
    );
    renderApp(
      `/dashboard?board=${mineId}&f.healthTier=Critical&f.healthTier=Medium&f.sizeTier=Large&q=elm`,
    );
    expect(await screen.findByRole('link', { name: '309 Critical' })).toHaveAttribute(
      'href',
      '/portfolio?scope=all&q=elm&f.healthTier=Critical&f.sizeTier=Large#customers',
    );
    expect(within(screen.getByRole('region', { name: 'Healthy' })).queryByRole('link')).toBeNull();
    expect(screen.getByText('fewer than 5 customers')).toBeVisible();
    expect(screen.getByText('30 of 2,363 customers')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Edit filter Size tier: Large' })).toBeVisible();
  });

  it('is drawn as a picture with its figures, trends, tables and states', () => {
    const texts: string[] = [];
    const drawing = {
      ...{ fillStyle: '', strokeStyle: '', lineWidth: 1, font: '', textAlign: 'left' as const },
      fillText: (text: string) => texts.push(text),
      ...{ fillRect: vi.fn(), beginPath: vi.fn(), moveTo: vi.fn() },
      ...{ lineTo: vi.fn(), stroke: vi.fn() },
    };
    drawBoard(drawing, answer([figure('atRisk'), trend, falls, map], { matching: 400 }));
    expect(texts).toEqual(
      expect.arrayContaining([
        'Mine',
        '400 of 2,363 customers · Week ending Nov 14, 2026',
        ...['At risk', '309', '+4 in a week', '<b>Elm</b> Dental', '4.7%'],
        ...['TX, 50 customers', '71', 'fewer than 5'],
      ]),
    );
  });

  it('reports filters that could not be applied', async () => {
    server.answer(getBoard, answer([figure('atRisk')]));
    renderApp('/dashboard?f.mood=good');
    expect(await screen.findByText(/uses the column “mood”/)).toBeVisible();
  });

  it('shows the error and retries', async () => {
    server.refuse(getBoard, 503, 'The figures are being computed.');
    renderApp(`/dashboard?board=${mineId}`);
    expect(await screen.findByText('The figures are being computed.')).toBeVisible();
    server.answer(getBoard, answer([figure('atRisk')]));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('region', { name: 'At risk' })).toBeVisible();
  });

  it.each(['board=executive', 'board=__proto__', 'weeks=1e9', 'board=health&board=watch'])(
    'reads the address %s',
    async (search) => {
      server.answer(getBoard, answer([figure('atRisk')], {}, readyMadeBoard));
      renderApp(`/dashboard?${search}`);
      expect(await screen.findByRole('region', { name: 'At risk' })).toBeVisible();
      expect(server.callsTo(getBoard)[0]?.path).toBe('/api/boards/health');
    },
  );
});

describe('a user’s own board', () => {
  it('starts as a copy that opens for editing', async () => {
    server.answer(getBoard, answer([figure('atRisk')], {}, readyMadeBoard));
    server.answer(postBoard, ({ boardId, name }) => {
      server.answer(getBoard, answer([figure('atRisk')], {}, { boardId, name }));
      return board({ boardId, name, version: 1, widgets: ['atRisk'] });
    });
    const { router } = renderApp('/dashboard');
    await userEvent.click(await screen.findByRole('button', { name: 'Copy this board' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy “Health”' }));
    await userEvent.clear(dialog.getByRole('textbox', { name: 'Name' }));
    expect(dialog.getByRole('button', { name: 'Copy' })).toBeDisabled();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Mondays');
    await userEvent.click(dialog.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Done' })).toBeVisible();
    expect(server.callsTo(postBoard)[0]?.body).toMatchObject({ name: 'Mondays', copyOf: 'health' });
    expect(router.state.location.search).toMatch(/^\?board=[\da-f-]{36}$/);
  });

  it('can start blank', async () => {
    server.answer(getBoard, answer([figure('atRisk')], {}, readyMadeBoard));
    server.answer(postBoard, ({ boardId, name }) => {
      server.answer(getBoard, answer([], {}, { boardId, name }));
      return board({ boardId, name, version: 1 });
    });
    renderApp('/dashboard');
    await userEvent.click(await screen.findByRole('button', { name: 'Health' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'New blank board…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New blank board' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Mondays');
    await userEvent.click(dialog.getByRole('button', { name: 'Create board' }));
    expect(await screen.findByText(/This board is empty. Add a widget/)).toBeVisible();
    expect(server.callsTo(postBoard)[0]?.body).toMatchObject({ name: 'Mondays', widgets: [] });
  });

  it('is shared by link until its owner stops sharing it', async () => {
    server.answer(getBoard, answer([figure('atRisk')]));
    server.answer(patchBoard, ({ isShared = false }) => {
      server.answer(getBoard, answer([figure('atRisk')], {}, { isShared, version: 4 }));
      return board({ isShared, version: 4 });
    });
    renderApp(`/dashboard?board=${mineId}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Mine' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Share…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Share “Mine”' }));
    expect(dialog.queryByRole('textbox')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Share board' }));
    expect(await dialog.findByRole('textbox', { name: 'Link' })).toHaveValue(
      `${window.location.origin}/dashboard?board=${mineId}`,
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Stop sharing' }));
    await waitFor(() =>
      expect(server.callsTo(patchBoard).map(({ body }) => body)).toEqual([
        { version: 3, isShared: true },
        { version: 4, isShared: false },
      ]),
    );
  });

  it('of another user is read-only, and its link without sharing leads to the user’s own boards', async () => {
    const shared = answer([figure('atRisk')], {}, { isOwn: false, ownerName: 'Avery Admin' });
    server.answer(getBoard, shared);
    const { router } = renderApp(`/dashboard?board=${mineId}`);
    expect(await screen.findByText('Shared by Avery Admin, read-only')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Edit board' })).toBeNull();
    server.refuse(getBoard, 404, 'This board was not found.');
    server.answer({ ...getBoard, path: '/api/boards/health' }, answer([], {}, readyMadeBoard));
    await router.navigate('/dashboard?board=0192f5d2-7f6c-4d3a-9d38-0a1b2c3d4e00');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The board isn’t shared, or it was deleted');
    expect(await within(alert).findByRole('link', { name: 'Mine' })).toHaveAttribute(
      'href',
      `/dashboard?board=${mineId}`,
    );
  });

  it('keeps the typed name when it is taken', async () => {
    server.answer(getBoard, answer([figure('atRisk')]));
    server.refuse(
      patchBoard,
      409,
      'You already have a board called “Fridays”. Choose another name.',
    );
    renderApp(`/dashboard?board=${mineId}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Mine' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await userEvent.clear(name);
    await userEvent.type(name, 'Fridays{Enter}');
    expect(await screen.findByText(/You already have a board called “Fridays”/)).toBeVisible();
    expect(name).toHaveValue('Fridays');
  });

  it('moves widgets by keyboard, each move based on the previous version', async () => {
    server.answer(getBoard, answer([figure('customers'), figure('atRisk'), figure('critical')]));
    let version = 3;
    server.answer(patchBoard, ({ widgets = [] }) => {
      version += 1;
      return board({ version, widgets });
    });
    renderApp(`/dashboard?board=${mineId}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit board' }));
    screen.getByRole('button', { name: 'Move Customers later' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(widgetNames()).toEqual(['At risk', 'Customers', 'Critical']));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Move Customers later' })).toHaveFocus(),
    );
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(widgetNames()).toEqual(['At risk', 'Critical', 'Customers']));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Move Customers earlier' })).toHaveFocus(),
    );
    expect(screen.getByRole('button', { name: 'Move Customers later' })).toBeDisabled();
    await waitFor(() =>
      expect(server.callsTo(patchBoard).map(({ body }) => body)).toEqual([
        { version: 3, widgets: ['atRisk', 'customers', 'critical'] },
        { version: 4, widgets: ['atRisk', 'critical', 'customers'] },
      ]),
    );
    expect(server.callsTo(getBoard)).toHaveLength(1);
  });

  it('adds a widget and loads its data', async () => {
    server.answer(getBoard, answer([figure('atRisk')]));
    server.answer(patchBoard, ({ widgets = [] }) => {
      server.answer(
        getBoard,
        answer(
          [figure('atRisk'), figure('openTickets', { value: 12, rows: 7, change: null })],
          {},
          { version: 4 },
        ),
      );
      return board({ version: 4, widgets });
    });
    renderApp(`/dashboard?board=${mineId}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit board' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add a widget' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items).toHaveLength(widgetKeys.length - 1);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Open tickets' }));
    expect(await screen.findByRole('link', { name: '12 Open tickets' })).toBeVisible();
  });

  it('keeps a change made while the previous one is being saved', async () => {
    const [customers, atRisk, openTickets] = [
      figure('customers'),
      figure('atRisk'),
      figure('openTickets', { value: 12, rows: 7, change: null }),
    ];
    server.answer(getBoard, answer([customers, atRisk]));
    const first = Promise.withResolvers<void>();
    let version = 3;
    server.answer(patchBoard, async ({ widgets = [] }) => {
      if (version === 3) await first.promise;
      version += 1;
      const shownWidgets = widgets.flatMap(
        (key) => [customers, atRisk, openTickets].find((each) => each.key === key) ?? [],
      );
      server.answer(getBoard, answer(shownWidgets, {}, { version }));
      return board({ version, widgets });
    });
    renderApp(`/dashboard?board=${mineId}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit board' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add a widget' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Open tickets' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove Customers' }));
    await waitFor(() => expect(widgetNames()).toEqual(['At risk']));
    first.resolve();
    await waitFor(() => expect(widgetNames()).toEqual(['At risk', 'Open tickets']));
    expect(server.callsTo(patchBoard).at(-1)?.body).toEqual({
      version: 4,
      widgets: ['atRisk', 'openTickets'],
    });
  });

  it('reports a change made elsewhere and shows the current state', async () => {
    server.answer(getBoard, answer([figure('customers'), figure('atRisk')]));
    server.refuse(
      patchBoard,
      409,
      'This board has changed in the meantime. Review it, then repeat your change.',
    );
    renderApp(`/dashboard?board=${mineId}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit board' }));
    server.answer(getBoard, answer([figure('critical'), figure('customers')], {}, { version: 9 }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove Customers' }));
    expect(await screen.findByText(/This board has changed in the meantime/)).toBeVisible();
    await waitFor(() => expect(widgetNames()).toEqual(['Critical', 'Customers']));
    server.answer(patchBoard, ({ widgets = [] }) => board({ version: 10, widgets }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove Customers' }));
    await waitFor(() =>
      expect(server.callsTo(patchBoard).at(-1)?.body).toEqual({
        version: 9,
        widgets: ['critical'],
      }),
    );
    await waitFor(() =>
      expect(screen.queryByText(/This board has changed in the meantime/)).toBeNull(),
    );
  });

  it('shows a discontinued widget until it is removed', async () => {
    server.answer(getBoard, answer([{ kind: 'gone', key: '<i>horoscope</i>' }]));
    server.answer(patchBoard, ({ widgets = [] }) => board({ version: 4, widgets }));
    renderApp(`/dashboard?board=${mineId}`);
    expect(
      await screen.findByText(/a widget called “<i>horoscope<\/i>”, which no longer exists/),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Edit board' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove This widget' }));
    expect(await screen.findByText(/This board is empty/)).toBeVisible();
    expect(server.callsTo(patchBoard)[0]?.body).toEqual({ version: 3, widgets: [] });
  });

  it('is deleted, and another one opens', async () => {
    server.answer(getBoard, answer([figure('atRisk')]));
    server.answer(deleteBoard, () => {
      server.answer(getBoard, answer([figure('customers')], {}, readyMadeBoard));
      return {};
    });
    const { router } = renderApp(`/dashboard?board=${mineId}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Mine' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete “Mine”…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Mine”?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.callsTo(deleteBoard)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Mine' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete “Mine”…' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete board' }));
    expect(await screen.findByRole('button', { name: 'Health' })).toBeVisible();
    expect(server.callsTo(deleteBoard)[0]?.body).toEqual({ version: 3 });
    expect(router.state.location.search).toBe('');
  });
});
