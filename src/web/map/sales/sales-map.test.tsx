import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { getProspectColumnOptions, getProspectPoints } from '#shared/prospects/list.ts';
import { beforeEachListPage } from '#test/web/list-page.ts';
import { renderApp } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import type { Cluster } from '../draw/clusters.ts';
import { defaultBounds, type MapHandlers, type MapView, WebGlUnavailable } from '../draw/view.ts';
import { SalesMapPage } from './SalesMapPage.tsx';

/** Fake map view, because jsdom has no WebGL. */
const map = vi.hoisted(() => ({
  handlers: undefined as MapHandlers | undefined,
  marks: [] as { cluster: Cluster; iconId: string }[],
  popup: undefined as HTMLElement | undefined,
  fit: vi.fn(),
  openAt: vi.fn(),
  setOutline: vi.fn(),
  isUnable: false,
}));

vi.mock('../draw/map-view.ts', () => ({
  createMapView: (_container: HTMLElement, handlers: MapHandlers): MapView => {
    if (map.isUnable) throw new WebGlUnavailable('No WebGL');
    map.handlers = handlers;
    const ignore = () => undefined;
    return {
      fit: map.fit,
      openAt: map.openAt,
      draw: (_layer, clusters, iconOf) => {
        map.marks = clusters.map((cluster) => ({ cluster, iconId: iconOf(cluster).id }));
      },
      openPopup: (_place, content) => {
        map.popup = content;
        document.body.append(content);
      },
      closePopup: () => map.popup?.remove(),
      goTo: ignore,
      jumpTo: ignore,
      zoomOut: ignore,
      setHighlight: ignore,
      setUser: ignore,
      setOutline: map.setOutline,
      coordinatesAt: ([x, y]) => ({ longitude: x - 130, latitude: 50 - y }),
      setScheme: ignore,
      destroy: ignore,
    };
  },
}));

let server: TestServer;
const user = userEvent.setup();

beforeEach(() => {
  map.handlers = undefined;
  map.marks = [];
  map.isUnable = false;
  map.fit.mockReset();
});
beforeEachListPage((fresh) => {
  server = fresh;
  server.answer(getProspectColumnOptions, { columns: [] });
  server.answer(getProspectPoints, {
    points: {
      prospectId: [1, 2, 3],
      placeId: ['oak/1', null, null],
      name: ['Oak Dental', 'Ash Clinic', 'Elm Clinic'],
      stage: ['Demo', 'New', 'New'],
      latitude: [41.76, 30.27, 30.27],
      longitude: [-72.67, -97.74, -97.74],
      monthlyAmount: [450, null, null],
    },
    withoutPosition: 2,
  });
});

async function renderMap(search = '') {
  renderApp(`/sales/map${search}`, [{ path: '/sales/map', Component: SalesMapPage }]);
  await waitFor(() => expect(map.handlers).toBeDefined());
  act(() => map.handlers?.onView({ bounds: defaultBounds, zoom: 4 }, true, false));
}

const pick = (count: number) =>
  act(() => {
    const found = map.marks.find(({ cluster }) => cluster.count === count);
    if (found === undefined) throw new Error(`no mark with ${count}`);
    map.handlers?.onPick('practices', found.cluster, 'click');
  });

test('draws prospects by stage, and opens the pages of those at a place', async () => {
  await renderMap();
  expect(await screen.findByText('3 prospects in view')).toBeVisible();
  expect(map.marks.map(({ cluster }) => cluster.count).sort()).toEqual([1, 2]);
  pick(1);
  expect(await screen.findByRole('link', { name: 'Oak Dental' })).toHaveAttribute(
    'href',
    '/prospect/oak%2F1',
  );
  expect(screen.getByText('Demo · $450 a month')).toBeVisible();
  pick(2);
  const popup = await screen.findByRole('region', { name: '2 prospects at this place' });
  expect(within(popup).getByRole('link', { name: 'Ash Clinic' })).toHaveAttribute(
    'href',
    '/prospect/prospect-2',
  );
  expect(map.fit).not.toHaveBeenCalled();
  await user.click(within(popup).getByRole('button', { name: 'Close popup' }));
  expect(screen.queryByRole('link', { name: 'Ash Clinic' })).not.toBeInTheDocument();
});

test('hides a stage, and calls or visits the prospects in view', async () => {
  await renderMap();
  await user.click(await screen.findByRole('checkbox', { name: 'New, 2' }));
  expect(await screen.findByText('1 prospect in view')).toBeVisible();
  expect(map.marks.map(({ cluster }) => cluster.count)).toEqual([1]);
  expect(screen.getByRole('link', { name: 'Plan route…' })).toHaveAttribute(
    'href',
    '/map/route?prospects=1',
  );
  expect(screen.getByRole('link', { name: 'Call list…' })).toHaveAttribute(
    'href',
    '/prospects/call-list?prospects=1',
  );
  act(() =>
    map.handlers?.onView(
      { bounds: { west: -125, east: -120, south: 40, north: 45 }, zoom: 6 },
      true,
      true,
    ),
  );
  expect(await screen.findByText('0 prospects in view')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Plan route…' })).not.toBeInTheDocument();
});

test('selects the prospects in a drawn area, until it is cleared', async () => {
  Element.prototype.setPointerCapture = () => undefined;
  await renderMap();
  await user.click(await screen.findByRole('button', { name: 'Draw area' }));
  const lasso = screen.getByRole('img', { name: 'Drawing area' });
  const at = (x: number, y: number) => ({ clientX: x, clientY: y, pointerId: 1, isPrimary: true });
  fireEvent.pointerDown(lasso, at(27, 15));
  fireEvent.pointerUp(lasso, at(27, 15));
  expect(lasso).toBeInTheDocument();
  fireEvent.pointerDown(lasso, at(27, 15));
  for (const [x, y] of [
    [32, 15],
    [37, 15],
    [37, 20],
    [37, 25],
    [32, 25],
    [27, 25],
  ] as const)
    fireEvent.pointerMove(lasso, at(x, y));
  fireEvent.pointerUp(lasso, at(27, 25));
  expect(await screen.findByText('2 prospects in the drawn area')).toBeVisible();
  expect(map.setOutline.mock.lastCall?.[0]).toHaveLength(7);
  expect(screen.getByRole('link', { name: 'Plan route…' })).toHaveAttribute(
    'href',
    '/map/route?prospects=2.3',
  );
  await user.click(screen.getByRole('button', { name: 'Clear area' }));
  expect(screen.getByText('3 prospects in view')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Draw area' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('img', { name: 'Drawing area' })).not.toBeInTheDocument();
});

test('lists the prospects without a position under the same filters', async () => {
  await renderMap('?q=dental&f.stage=Demo');
  expect(await screen.findByText(/2 prospects without a position/)).toBeVisible();
  const url = new URL(
    screen.getByRole('link', { name: 'Show in the list' }).getAttribute('href') ?? '',
    'http://localhost',
  );
  expect(url.pathname).toBe('/prospects');
  expect([...url.searchParams.keys()].sort()).toEqual(['f.position', 'f.stage', 'q']);
});

test('leads to the list when the browser cannot draw the map', async () => {
  map.isUnable = true;
  renderApp('/sales/map?f.stage=Demo', [{ path: '/sales/map', Component: SalesMapPage }]);
  expect(await screen.findByRole('link', { name: 'open the list' })).toHaveAttribute(
    'href',
    '/prospects?f.stage=Demo',
  );
});
