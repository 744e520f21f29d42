import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { paths } from '#shared/core/pages/paths.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { getClientSettings } from '#shared/core/settings/settings.ts';
import { getPractices } from '#shared/institutions/institutions.ts';
import { encodeTierAndGrace, getMapMarks } from '#shared/map/marks.ts';
import { getCitiesAndZips } from '#shared/map/places.ts';
import { getInstitutionList } from '#shared/portfolio/list.ts';
import { getProspects } from '#shared/prospects/prospects.ts';
import { getIncidentLocations, getIncidents } from '#shared/radar/radar.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { lastRadarScan, testIncident, testIncidentLocation } from '#test/incidents.ts';
import {
  createFreshnessResponse,
  createListedInstitution,
  defaultTierLimits,
} from '#test/records.ts';
import { createTestPractice, createTestProspect } from '#test/search-cases.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import { ModalsProvider } from '#web/shell/modals.tsx';
import type { Cluster } from './draw/clusters.ts';
import type { Bounds } from './draw/mercator.ts';
import {
  defaultBounds,
  type MapHandlers,
  type MapView,
  type MarkLayer,
  WebGlUnavailable,
} from './draw/view.ts';
import { sendMapEvent } from './events.ts';
import { MapPage } from './MapPage.tsx';

/** Fake map view that also simulates the user's actions, because jsdom has no WebGL. */
const map = vi.hoisted(() => ({
  handlers: undefined as (MapHandlers & { styleUrl: string | null }) | undefined,
  popup: undefined as HTMLElement | undefined,
  drawn: { practices: [], prospects: [] } as Record<MarkLayer, readonly Cluster[]>,
  icons: { practices: [], prospects: [] } as Record<MarkLayer, readonly string[]>,
  unable: false,
  tellsAtOnce: false,
  view: {
    goTo: vi.fn(),
    jumpTo: vi.fn(),
    fit: vi.fn(),
    openAt: vi.fn(),
    zoomOut: vi.fn(),
    setHighlight: vi.fn(),
    setUser: vi.fn(),
    setOutline: vi.fn(),
    coordinatesAt: vi.fn(),
    setScheme: vi.fn(),
  },
}));

vi.mock('./draw/map-view.ts', () => ({
  createMapView: (
    _container: HTMLElement,
    handlers: MapHandlers & { styleUrl: string | null },
  ): MapView => {
    if (map.unable) throw new WebGlUnavailable('No WebGL');
    map.handlers = handlers;
    handlers.onDrawn();
    if (map.tellsAtOnce) handlers.onView({ bounds: defaultBounds, zoom: 4 }, true, false);
    return {
      ...map.view,
      draw: (layer, clusters, iconOf) => {
        map.drawn[layer] = clusters;
        map.icons[layer] = clusters.map((cluster) => iconOf(cluster).id);
        expect(map.icons[layer]).not.toContain('');
      },
      openPopup: (_place, content) => {
        map.popup = content;
        document.body.append(content);
      },
      closePopup: () => map.popup?.remove(),
      destroy: () => map.popup?.remove(),
    };
  },
}));
vi.mock('#web/overview/InstitutionModal.tsx', () => ({
  InstitutionModal: ({ institutionId }: { institutionId: number }) => (
    <div role="dialog">Institution {institutionId}</div>
  ),
}));

const austin = { longitude: -97.74, latitude: 30.27 };
const practices = [
  createTestPractice({
    locationId: 1,
    institutionId: 11,
    institutionName: 'Alder Dental',
    healthTier: 'Healthy',
    healthScore: 90,
    ...austin,
  }),
  createTestPractice({
    locationId: 2,
    institutionId: 12,
    institutionName: 'Birch Smiles',
    healthTier: 'Critical',
    healthScore: 20,
    longitude: -122,
    latitude: 37.5,
    city: 'Oakland',
    state: 'CA',
    phone: '555-0102',
    onlineBookingLink: 'book.example.com/2',
  }),
  createTestPractice({
    locationId: 3,
    institutionId: 13,
    institutionName: 'Cedar Care',
    healthTier: 'Medium',
    healthScore: 60,
    inGrace: true,
    longitude: -71,
    latitude: 42.3,
  }),
  createTestPractice({
    locationId: 4,
    institutionId: 14,
    institutionName: 'Dogwood Dental',
    longitude: null,
    latitude: null,
    city: 'Reno',
  }),
  createTestPractice({
    locationId: 5,
    institutionId: 15,
    institutionName: 'Elm Ortho',
    longitude: 0,
    latitude: 0,
  }),
];
const prospects = [
  createTestProspect({
    prospectId: 1,
    name: 'Walnut Dental',
    longitude: '-104.9',
    latitude: '39.7',
  }),
  createTestProspect({ prospectId: 2, name: 'Nowhere Dental', longitude: null, latitude: null }),
];

let server: TestServer;
const user = userEvent.setup();

function MapWithModals() {
  return (
    <ModalsProvider>
      <MapPage />
    </ModalsProvider>
  );
}

const renderMap = (search = '') =>
  renderApp(`/app${search}`, [{ path: '/app', Component: MapWithModals }]);

/** Replaces the browser's geolocation for one test. */
function stubLocation(getCurrentPosition: Geolocation['getCurrentPosition']) {
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition },
  });
}

const look = (bounds: Bounds = defaultBounds, zoom = 4, byUser = false) =>
  act(() => map.handlers?.onView({ bounds, zoom }, true, byUser));

async function renderSettledMap(search = '') {
  const rendered = renderMap(search);
  await screen.findByRole('checkbox', { name: 'In grace, 1' });
  await waitFor(() => expect(map.handlers).toBeDefined());
  look();
  return rendered;
}

const pick = (layer: MarkLayer, at: (cluster: Cluster) => boolean, how: 'click' | 'tap') =>
  act(() => {
    const cluster = map.drawn[layer].find(at);
    if (!cluster) throw new Error('No such mark');
    map.handlers?.onPick(layer, cluster, how);
  });
const inOakland = ({ longitude }: Cluster) => Math.round(longitude) === -122;
const countDrawn = () => map.drawn.practices.reduce((sum, { count }) => sum + count, 0);

beforeEach(() => {
  const wideScreen = window.matchMedia('');
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...wideScreen,
    media: query,
    matches: query.includes('min-width'),
  }));
  map.handlers = undefined;
  map.popup = undefined;
  map.unable = false;
  map.tellsAtOnce = false;
  map.drawn = { practices: [], prospects: [] };
  for (const spy of Object.values(map.view)) spy.mockReset();
  server = startSignedInServer();
  server.answer(getPractices, { practices, tierLimits: defaultTierLimits });
  // The marks never arrive, so the map draws the practices.
  server.answer(getMapMarks, () => new Promise(() => {}));
  server.answer(getProspects, prospects);
  server.answer(getIncidents, { rows: [], look: lastRadarScan });
  server.answer(getFreshness, createFreshnessResponse());
});

test('marks silent connections of open incidents with rings, goes to them and names them in lists', async () => {
  server.answer(getIncidents, {
    rows: [
      testIncident,
      { ...testIncident, incidentId: crypto.randomUUID(), name: 'Old one', stage: 'Over' },
    ],
    look: lastRadarScan,
  });
  server.answer(getIncidentLocations, {
    rows: [{ ...testIncidentLocation, locationId: 1, institutionId: 11 }],
  });
  await renderSettledMap();
  const rings = await screen.findByRole('checkbox', { name: 'Silent in incidents, 9' });
  const ringed = () => map.icons.practices.filter((id) => id.startsWith('silent-'));
  await waitFor(() => expect(ringed()).toHaveLength(1));
  expect(screen.queryByText('Old one')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open the incident Curve in TX' })).toHaveAttribute(
    'href',
    `/customer-success-ops?part=incidents&incident=${testIncident.incidentId}`,
  );
  await user.click(screen.getByRole('button', { name: 'List practices in view' }));
  expect(await screen.findByText('Connection silent')).toBeVisible();
  await user.click(rings);
  expect(rings).not.toBeChecked();
  expect(ringed()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Show Curve in TX on the map' }));
  expect(rings).toBeChecked();
  expect(map.view.fit).toHaveBeenCalledWith({
    west: austin.longitude,
    east: austin.longitude,
    south: austin.latitude,
    north: austin.latitude,
  });
});

test('draws every practice with coordinates and hides unchecked legend entries', async () => {
  await renderSettledMap();
  expect(countDrawn()).toBe(3);
  await user.click(screen.getByRole('checkbox', { name: 'Healthy, 1' }));
  expect(screen.getByRole('checkbox', { name: 'Healthy, 1' })).not.toBeChecked();
  expect(countDrawn()).toBe(2);
  await user.click(screen.getByRole('checkbox', { name: 'In grace, 1' }));
  expect(countDrawn()).toBe(1);
  expect(map.drawn.prospects).toHaveLength(1);
  await user.click(screen.getByRole('checkbox', { name: 'Prospects, 1' }));
  expect(map.drawn.prospects).toHaveLength(0);
  await user.click(screen.getByRole('checkbox', { name: 'Critical, 1' }));
  expect(screen.getByText('No practices in view')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(countDrawn()).toBe(3);
});

test('draws and counts marks while the practices are loading, without popups for unnamed marks', async () => {
  server.answer(getPractices, () => new Promise(() => {}));
  server.answer(getMapMarks, {
    institutionId: practices.map(({ institutionId }) => institutionId),
    latitude: practices.map(({ latitude }) => latitude),
    longitude: practices.map(({ longitude }) => longitude),
    kind: practices.map(({ healthTier, inGrace }) => encodeTierAndGrace(healthTier, inGrace)),
  });
  await renderSettledMap();
  expect(countDrawn()).toBe(3);
  expect(screen.getByRole('checkbox', { name: 'Critical, 1' })).toBeVisible();
  expect(screen.getByText('Total: 5 customers, 5 locations')).toBeVisible();
  pick('practices', inOakland, 'tap');
  expect(map.popup).toBeUndefined();
  await user.click(screen.getByRole('button', { name: 'List practices in view' }));
  expect(screen.getByRole('region', { name: 'In this area' })).toHaveTextContent(
    'Loading practices…',
  );
});

test('a click on a practice opens its institution', async () => {
  await renderSettledMap();
  pick('practices', inOakland, 'click');
  expect(await screen.findByRole('dialog')).toHaveTextContent('Institution 12');
});

test('a tap opens the popup first, and its button the institution', async () => {
  await renderSettledMap();
  pick('practices', inOakland, 'tap');
  const popup = await screen.findByRole('region', { name: 'Birch Smiles' });
  expect(popup).toHaveTextContent('Critical · 20% of benchmark');
  expect(popup).toHaveTextContent('Oakland, CA');
  expect(within(popup).getByRole('link', { name: '555-0102' })).toHaveAttribute(
    'href',
    'tel:5550102',
  );
  expect(within(popup).getByRole('link', { name: 'Book Online' })).toHaveAttribute(
    'href',
    'https://book.example.com/2',
  );
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(within(popup).getByRole('button', { name: 'Open' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Institution 12');
});

test('a hover popup closes when the pointer leaves, unless it enters the popup', async () => {
  await renderSettledMap();
  const hover = () =>
    act(() => {
      const cluster = map.drawn.practices.find(inOakland);
      if (cluster) map.handlers?.onHover('practices', cluster);
    });
  hover();
  await screen.findByRole('region', { name: 'Birch Smiles' });
  act(() => map.handlers?.onHoverEnd());
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Birch Smiles' })).toBeNull());

  hover();
  const popup = await screen.findByRole('region', { name: 'Birch Smiles' });
  act(() => map.handlers?.onHoverEnd());
  act(() => within(popup).getByRole('button', { name: 'Open' }).focus());
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(screen.getByRole('region', { name: 'Birch Smiles' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Birch Smiles' })).toBeNull();
});

test('a cluster zooms in, or lists practices that share an address', async () => {
  const shared = Array.from({ length: 30 }, (_, at) =>
    createTestPractice({
      locationId: at + 1,
      institutionId: at + 1,
      institutionName: `Suite ${at + 1}`,
      healthTier: 'Healthy',
      ...austin,
    }),
  );
  const far = createTestPractice({
    locationId: 99,
    institutionId: 99,
    healthTier: 'Critical',
    longitude: -97.7,
    latitude: 30.3,
  });
  server.answer(getPractices, { practices: [...shared, far], tierLimits: defaultTierLimits });
  renderMap();
  await screen.findByRole('checkbox', { name: 'Healthy, 30' });
  look();
  pick('practices', ({ count }) => count === 31, 'click');
  expect(map.view.fit).toHaveBeenCalledWith({
    west: -97.74,
    south: 30.27,
    east: -97.7,
    north: 30.3,
  });
  look({ west: -97.75, south: 30.26, east: -97.69, north: 30.31 }, 14);
  pick('practices', ({ count }) => count === 30, 'click');
  const list = await screen.findByRole('region', { name: 'Practices at this place' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(30);
  await user.click(within(list).getByRole('button', { name: /^Suite 7 / }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Institution 7');
});

test('searches the area after the user moves the map, lowest score first', async () => {
  await renderSettledMap();
  expect(screen.queryByRole('button', { name: 'Search this area' })).toBeNull();
  look(defaultBounds, 4, true);
  await user.click(screen.getByRole('button', { name: 'Search this area' }));
  const panel = screen.getByRole('region', { name: 'In this area' });
  expect(panel).toHaveTextContent('3 customers, 3 locations');
  expect(panel).toHaveTextContent('2 more practices have no valid coordinates');
  expect(panel).toHaveTextContent('1 Healthy, 1 Medium, 1 Critical');
  const names = () =>
    within(panel)
      .getAllByRole('listitem')
      .map((item) => /Alder|Birch|Cedar/.exec(item.textContent ?? '')?.[0]);
  expect(names()).toEqual(['Birch', 'Cedar', 'Alder']);
  await user.click(within(panel).getByRole('radio', { name: 'Highest score first' }));
  expect(names()).toEqual(['Alder', 'Cedar', 'Birch']);
  expect(screen.queryByRole('button', { name: 'Search this area' })).toBeNull();

  await user.click(within(panel).getByRole('button', { name: 'Show Birch Smiles on the map' }));
  expect(map.view.goTo).toHaveBeenCalledWith(
    { longitude: -122, latitude: 37.5 },
    expect.any(Number),
  );
  await user.click(within(panel).getByRole('button', { name: /^Birch Smiles .*Critical 20%/ }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Institution 12');
});

test('a score is never rounded into another tier of the week’s rules', async () => {
  const almost = createTestPractice({
    locationId: 1,
    institutionName: 'Alder Dental',
    healthTier: 'Medium',
    healthScore: 89.9,
    ...austin,
  });
  server.answer(getPractices, {
    practices: [almost],
    tierLimits: { ...defaultTierLimits, healthyFrom: 90 },
  });
  renderMap();
  await screen.findByRole('checkbox', { name: 'Medium, 1' });
  look();
  await user.click(screen.getByRole('button', { name: 'List practices in view' }));
  const panel = screen.getByRole('region', { name: 'In this area' });
  expect(
    within(panel).getByRole('button', { name: /^Alder Dental .*Medium 89\.9%/ }),
  ).toBeVisible();
  pick('practices', ({ count }) => count === 1, 'tap');
  expect(await screen.findByRole('region', { name: 'Alder Dental' })).toHaveTextContent(
    'Medium · 89.9% of benchmark',
  );
});

test('every practice in view can be reached by keyboard', async () => {
  const many = Array.from({ length: 130 }, (_, at) =>
    createTestPractice({
      locationId: at + 1,
      institutionId: at + 1,
      healthTier: 'Healthy',
      healthScore: at / 2,
      ...austin,
    }),
  );
  server.answer(getPractices, { practices: many, tierLimits: defaultTierLimits });
  renderMap();
  await screen.findByRole('checkbox', { name: 'Healthy, 130' });
  look();
  screen.getByRole('button', { name: 'List practices in view' }).focus();
  await user.keyboard('{Enter}');
  const panel = screen.getByRole('region', { name: 'In this area' });
  expect(within(panel).getAllByRole('listitem')).toHaveLength(100);
  within(panel).getByRole('button', { name: 'Show 30 more' }).focus();
  await user.keyboard('{Enter}');
  expect(within(panel).getAllByRole('listitem')).toHaveLength(130);
  await user.keyboard('{Tab}{Escape}');
});

test('lists practices without coordinates with the reason', async () => {
  await renderSettledMap();
  await user.click(screen.getByRole('button', { name: '2 not on the map' }));
  const tray = screen.getByRole('region', { name: 'Not on the map' });
  expect(tray).toHaveTextContent('No coordinates');
  expect(tray).toHaveTextContent('Coordinates are 0, 0');
  await user.type(within(tray).getByRole('textbox', { name: 'Find in this list' }), 'reno');
  expect(within(tray).getAllByRole('listitem')).toHaveLength(1);
  await user.type(within(tray).getByRole('textbox', { name: 'Find in this list' }), '[[');
  expect(tray).toHaveTextContent('No practice in this list matches “reno[”.');
  await user.clear(within(tray).getByRole('textbox', { name: 'Find in this list' }));
  await user.click(within(tray).getByRole('button', { name: /^Dogwood Dental/ }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Institution 14');
});

test('focus-practice moves the map and opens the popup, also when sent before the map exists', async () => {
  sendMapEvent('focus-practice', { institutionId: 13, latitude: 42.3, longitude: -71 });
  await renderSettledMap();
  expect(map.view.goTo).toHaveBeenCalledWith(
    { longitude: -71, latitude: 42.3 },
    expect.any(Number),
  );
  expect(map.view.setHighlight).toHaveBeenLastCalledWith({ longitude: -71, latitude: 42.3 });
  const popup = await screen.findByRole('region', { name: 'Cedar Care' });
  expect(popup).toHaveTextContent('In grace');
  await user.click(within(popup).getByRole('button', { name: 'Close popup' }));
  expect(screen.queryByRole('region', { name: 'Cedar Care' })).toBeNull();
  expect(map.view.setHighlight).toHaveBeenLastCalledWith(null);
});

test('focus-practice of a practice made from a prospect only shows the place', async () => {
  await renderSettledMap();
  act(() => sendMapEvent('focus-practice', { institutionId: -1, latitude: 40, longitude: -80 }));
  expect(map.view.goTo).toHaveBeenCalledWith({ longitude: -80, latitude: 40 }, expect.any(Number));
  expect(map.popup).toBeUndefined();
});

const focusWalnut = () =>
  act(() =>
    sendMapEvent('focus-prospect', {
      prospectId: 1,
      name: 'Walnut',
      latitude: 39.7,
      longitude: -104.9,
    }),
  );

test('focus-prospect shows the prospect, or only its name when unknown', async () => {
  await renderSettledMap();
  focusWalnut();
  expect(await screen.findByRole('region', { name: 'Walnut Dental' })).toHaveTextContent(
    'Prospect · Dentist',
  );
  act(() =>
    sendMapEvent('focus-prospect', {
      prospectId: 77,
      name: 'Just found',
      latitude: 39,
      longitude: -100,
    }),
  );
  expect(await screen.findByRole('region', { name: 'Just found' })).toBeVisible();
});

test('a prospect that must not be contacted has the reason in place of its phone number', async () => {
  const reason = 'Asked not to be called';
  const [walnut] = prospects;
  if (walnut === undefined) throw new Error('There is no prospect.');
  server.answer(getProspects, [{ ...walnut, phone: '555-0107', doNotContact: reason }]);
  await renderSettledMap();
  focusWalnut();
  const popup = await screen.findByRole('region', { name: 'Walnut Dental' });
  expect(popup).toHaveTextContent(`Do not contact: ${reason}`);
  await user.click(within(popup).getByRole('button', { name: 'Open' }));
  const dialog = await screen.findByRole('dialog', { name: 'Walnut Dental' });
  expect(dialog).toHaveTextContent(`Do not contact: ${reason}`);
  expect(screen.queryByText('555-0107')).not.toBeInTheDocument();
});

test('the user’s location lists the nearest practices', async () => {
  stubLocation((found: PositionCallback) => found({ coords: austin } as GeolocationPosition));
  await renderSettledMap();
  act(() => sendMapEvent('request-user-location'));
  const panel = await screen.findByRole('region', { name: 'Nearest to you' });
  expect(within(panel).getAllByRole('listitem')[0]).toHaveTextContent('Alder Dental');
  expect(panel).toHaveTextContent('Less than 0.1 miles away');
  expect(map.view.setUser).toHaveBeenCalledWith(austin);

  await user.click(
    within(panel).getByRole('button', { name: 'Visit Alder Dental', pressed: false }),
  );
  expect(
    within(panel).getByRole('button', { name: 'Visit Alder Dental', pressed: true }),
  ).toBeVisible();
  expect(within(panel).getByRole('link', { name: 'Plan 1 visit' })).toHaveAttribute(
    'href',
    paths.visitPlanOf([11]),
  );
  await user.click(within(panel).getByRole('button', { name: 'Clear visits' }));
  expect(within(panel).queryByRole('link', { name: /^Plan \d/ })).toBeNull();
});

test('a denied location explains what to do', async () => {
  stubLocation((_found, failed) => failed?.({ code: 1 } as GeolocationPositionError));
  await renderSettledMap();
  act(() => sendMapEvent('request-user-location'));
  expect(await screen.findByText(/allow this site to use your location/)).toBeVisible();
});

test('a failed list shows an error and can be retried', async () => {
  server.refuse(getPractices, 503, 'Busy');
  renderMap();
  expect(await screen.findByText('Failed to fetch customer practices')).toBeVisible();
  server.answer(getPractices, { practices, tierLimits: defaultTierLimits });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('checkbox', { name: 'Healthy, 1' });
  expect(screen.queryByText('Failed to fetch customer practices')).toBeNull();
});

test('nothing in view offers to zoom out', async () => {
  await renderSettledMap();
  look({ west: 10, east: 12, south: 50, north: 51 }, 9);
  await user.click(screen.getByRole('button', { name: 'Zoom out' }));
  expect(map.view.zoomOut).toHaveBeenCalled();
});

test('opens at the customers’ extent unless the user has moved the map', async () => {
  map.view.openAt.mockClear();
  await renderSettledMap();
  const [extent] = map.view.openAt.mock.lastCall ?? [];
  expect([extent?.west, extent?.east].map(Math.round)).toEqual([-122, -71]);
  const opened = map.view.openAt.mock.calls.length;
  look({ west: 10, east: 12, south: 50, north: 51 }, 9, true);
  await user.click(screen.getByRole('checkbox', { name: 'Healthy, 1' }));
  expect(map.view.openAt).toHaveBeenCalledTimes(opened);
});

test('reports an empty database', async () => {
  server.answer(getPractices, { practices: [], tierLimits: null });
  renderMap();
  expect(
    await screen.findByText('No practices yet. Import practices to see them on the map.'),
  ).toBeVisible();
});

test('uses the configured base map and reports its failure once', async () => {
  server.answer(getClientSettings, {
    identityProvider: 'google',
    crmProvider: 'hubspot',
    placesProvider: 'google',
    demo: false,
    businessTimeZone: 'America/Los_Angeles',
    mapStyleUrl: 'https://tiles.example.com/style.json',
  });
  await renderSettledMap();
  expect(map.handlers?.styleUrl).toBe('https://tiles.example.com/style.json');
  act(() => map.handlers?.onFailure('The configured base map did not load.'));
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('The configured base map did not load.')).toBeNull();
});

test('lists all practices without WebGL', async () => {
  map.unable = true;
  renderMap();
  expect(await screen.findByText('This browser can’t draw the map')).toBeVisible();
  const list = await screen.findByRole('region', { name: 'All practices' });
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(5));
  await user.click(within(list).getByRole('button', { name: /^Dogwood Dental/ }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Institution 14');
});

test('shows the welcome until it is closed', async () => {
  localStorage.removeItem('chairside-welcomed');
  const first = await renderSettledMap();
  const welcome = await screen.findByRole('region', { name: 'Welcome' });
  expect(
    within(welcome).getByRole('link', { name: 'customers at risk' }).getAttribute('href'),
  ).toBe('/at-risk-customers');
  await userEvent.click(within(welcome).getByRole('button', { name: 'Close welcome message' }));
  expect(screen.queryByRole('region', { name: 'Welcome' })).toBeNull();
  first.unmount();
  await renderSettledMap();
  expect(screen.queryByRole('region', { name: 'Welcome' })).toBeNull();
});

describe('places', () => {
  const town = { name: 'Austin, TX', latitude: 30.27, longitude: -97.74 };
  const field = () => screen.getByPlaceholderText('Go to a city or ZIP');

  test('suggests a city, goes there and lists the nearest customers, filtered by tier', async () => {
    server.answer(getCitiesAndZips, { places: [town] });
    const { router } = await renderSettledMap();
    await user.type(field(), 'aus');
    await user.click(await screen.findByRole('option', { name: 'Austin, TX' }));
    expect(map.view.goTo).toHaveBeenCalledWith({ latitude: 30.27, longitude: -97.74 }, 9);
    const panel = screen.getByRole('region', { name: 'Nearest to Austin, TX' });
    expect(panel).toHaveFocus();
    expect(panel).toHaveTextContent('1 customer, 1 location within 25 miles');
    expect(
      within(panel).getByRole('button', { name: /^Alder Dental .*Less than 0.1 miles away/ }),
    ).toBeVisible();
    expect(router.state.location.search).toBe('?near=30.27,-97.74,Austin,+TX');

    await user.click(within(panel).getByRole('radio', { name: /Critical/ }));
    expect(panel).toHaveTextContent('No visible customer is within this distance.');
    expect(countDrawn()).toBe(1);
    await user.click(within(panel).getByRole('radio', { name: 'Any' }));
    expect(panel).toHaveTextContent('1 customer, 1 location at any distance');
    expect(router.state.location.search).toBe(
      '?show=critical,prospects&near=30.27,-97.74,Austin,+TX&miles=any',
    );
    await user.click(within(panel).getByRole('button', { name: /^Birch Smiles/ }));
    expect(await screen.findByRole('dialog')).toHaveTextContent('Institution 12');
  });

  test('Enter goes to the first match without waiting for suggestions, and reports no match', async () => {
    server.answer(getCitiesAndZips, { places: [town] });
    await renderSettledMap();
    await user.type(field(), '78701{Enter}');
    expect(await screen.findByRole('region', { name: 'Nearest to Austin, TX' })).toBeVisible();
    server.answer(getCitiesAndZips, { places: [] });
    await user.clear(field());
    await user.type(field(), 'qqqq{Enter}');
    expect(await screen.findByText('No city or ZIP code starts with “qqqq”.')).toBeVisible();
  });

  test('describes a legend selection that is neither all nor one tier', async () => {
    await renderSettledMap('?near=30.27,-97.74,Austin&show=healthy,grace');
    const panel = screen.getByRole('region', { name: 'Nearest to Austin' });
    expect(panel).toHaveTextContent('The legend shows Healthy, in grace.');
    await user.click(within(panel).getByRole('radio', { name: 'All' }));
    expect(countDrawn()).toBe(3);
  });
});

describe('the address', () => {
  test('is applied even though the map reports its initial view first', async () => {
    map.tellsAtOnce = true;
    // More decimals than the map writes, so that the map rewrites the URL.
    renderMap('?at=39.1000001,-96.6,5');
    await waitFor(() =>
      expect(map.view.jumpTo).toHaveBeenCalledWith(
        { latitude: 39.1000001, longitude: -96.6, zoom: 5 },
        5,
      ),
    );
    expect(map.view.jumpTo).toHaveBeenCalledTimes(1);
  });

  test('restores the state of a link', async () => {
    await renderSettledMap('?at=39.1,-96.6,5&show=critical&area=-130,30,-110,45');
    expect(map.view.jumpTo).toHaveBeenCalledWith({ latitude: 39.1, longitude: -96.6, zoom: 5 }, 5);
    expect(map.view.openAt).not.toHaveBeenCalled();
    expect(countDrawn()).toBe(1);
    expect(map.drawn.prospects).toHaveLength(0);
    expect(screen.getByRole('region', { name: 'In this area' })).toHaveTextContent(
      '1 customer, 1 location',
    );
  });

  test('follows the moved map without new history entries', async () => {
    const { router } = await renderSettledMap('?ref=mail#top');
    expect(router.state.location.search).toBe('?ref=mail');
    look({ west: -100, east: -90, south: 30, north: 40 }, 6, true);
    await waitFor(() => expect(router.state.location.search).toBe('?ref=mail&at=35.15,-95,6'));
    expect(router.state.location.hash).toBe('#top');
    expect(router.state.historyAction).toBe('REPLACE');
  });

  test('is followed when the back button changes it', async () => {
    const { router } = await renderSettledMap('?at=39.1,-96.6,5&show=critical');
    await act(() => router.navigate('/app?at=30.2,-97.7,9'));
    await waitFor(() => expect(countDrawn()).toBe(3));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(countDrawn()).toBe(1));
    // The last view before the page was left.
    expect(map.view.jumpTo).toHaveBeenLastCalledWith(
      { latitude: 38.03, longitude: -95.75, zoom: 4 },
      4,
    );
  });

  test('falls back to the default view when invalid', async () => {
    const { router } = await renderSettledMap('?at=900,1,1&show=%3Cscript%3E&color=mood&near=1,2');
    expect(countDrawn()).toBe(3);
    expect(map.view.openAt).toHaveBeenCalled();
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });
});

describe('colors', () => {
  const rows = [
    createListedInstitution({
      institutionId: 11,
      percentChange: 12,
      ownerName: 'Morgan Member',
      churnTier: 'HIGH',
    }),
    createListedInstitution({ institutionId: 12, percentChange: -9, ownerName: 'Ana Pérez' }),
    createListedInstitution({ institutionId: 13, percentChange: null, ownerName: 'Unassigned' }),
  ];
  const list = {
    weekStartDate: '2026-11-08',
    weekEndDate: '2026-11-14',
    rules: defaultHealthRules,
    rows,
  };
  const mixes = () => map.drawn.practices.map(({ mix }) => mix.indexOf(1)).toSorted();

  test('can show the score change, with counts and filters in the legend', async () => {
    server.answer(getInstitutionList, list);
    const { router } = await renderSettledMap();
    await user.click(screen.getByRole('radio', { name: 'Change' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Score down, 1' }));
    expect(screen.getByRole('checkbox', { name: 'Score up, 1' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Unknown, 0' })).toBeChecked();
    expect(mixes()).toEqual([0, 3]);
    expect(router.state.location.search).toBe('?color=change&hide=down');
    await user.click(screen.getByRole('radio', { name: /^▲ Healthy|^Healthy/ }));
    expect(mixes()).toEqual([0]);
    await user.click(screen.getByRole('radio', { name: 'Tier' }));
    expect(router.state.location.search).toBe('?show=healthy,prospects');
  });

  test('can show the owner, with own customers apart from others', async () => {
    server.answer(getInstitutionList, list);
    await renderSettledMap('?color=owner');
    expect(await screen.findByRole('checkbox', { name: 'My customers, 1' })).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Owned by others, 1' })).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'In grace, 1' }));
    expect(mixes()).toEqual([0, 1]);
  });

  test('can show the churn tier, with one group for customers without a tier', async () => {
    server.answer(getInstitutionList, list);
    await renderSettledMap();
    await user.click(screen.getByRole('radio', { name: 'Churn' }));
    expect(await screen.findByRole('checkbox', { name: 'HIGH, 1' })).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'IMMEDIATE, 0' })).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'No churn tier, 1' })).toBeVisible();
    expect(mixes()).toEqual([1, 3, 3]);
    expect(screen.getByText(/predicted to leave within 60 days/)).toBeVisible();
  });

  test('report that no customer has a churn tier', async () => {
    server.answer(getInstitutionList, {
      ...list,
      rows: list.rows.map((row) => ({ ...row, churnTier: null })),
    });
    await renderSettledMap('?color=churn');
    expect(await screen.findByText(/No customer has a churn tier today/)).toBeVisible();
  });

  test('stay the tier colors, with an error, when the data for another coloring fails to load', async () => {
    server.refuse(getInstitutionList, 503, 'Busy');
    await renderSettledMap('?color=change');
    expect(await screen.findByText(/Couldn’t load changes/)).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Healthy, 1' })).toBeChecked();
    server.answer(getInstitutionList, list);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('checkbox', { name: 'Score up, 1' })).toBeVisible();
  });
});

test('shows no counts while practices are loading or after they failed', async () => {
  server.refuse(getPractices, 503, 'Busy');
  renderMap('?list=not-on-the-map');
  const legend = await screen.findByRole('region', { name: 'Legend' });
  const entry = () => within(legend).getByRole('checkbox', { name: 'Critical' });
  expect(entry()).toHaveTextContent('–');
  const panel = screen.getByRole('region', { name: 'Not on the map' });
  await waitFor(() => expect(panel).toHaveTextContent('Couldn’t load practices'));
  expect(entry()).toHaveTextContent('–');
  expect(legend).not.toHaveTextContent('0');
});

test('the legend’s total includes practices without coordinates', async () => {
  await renderSettledMap();
  expect(screen.getByRole('region', { name: 'Legend' })).toHaveTextContent(
    'Total: 5 customers, 5 locations',
  );
});

test('shows the week of the colors', async () => {
  await renderSettledMap();
  expect(await screen.findByText(/Official week ending/)).toBeVisible();
});

describe('closing', () => {
  test('a panel returns the focus to its opener', async () => {
    await renderSettledMap();
    const opener = screen.getByRole('button', { name: '2 not on the map' });
    await user.click(opener);
    expect(screen.getByRole('region', { name: 'Not on the map' })).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(opener).toHaveFocus());
    await user.click(opener);
    await user.click(screen.getByRole('button', { name: 'Close “Not on the map”' }));
    await waitFor(() => expect(opener).toHaveFocus());
  });

  test('closing the legend moves the focus to the button that opens it', async () => {
    await renderSettledMap();
    await user.click(screen.getByRole('button', { name: 'Close legend' }));
    const folded = screen.getByRole('button', { name: /^Legend ?2 not on the map$/ });
    expect(folded).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Close legend' })).toHaveFocus();
  });

  test('one Escape closes one layer: the popup, then the panel', async () => {
    await renderSettledMap();
    await user.click(screen.getByRole('button', { name: 'List practices in view' }));
    const show = screen.getByRole('button', { name: 'Show Birch Smiles on the map' });
    await user.click(show);
    const popup = screen.getByRole('region', { name: 'Birch Smiles' });
    act(() => within(popup).getByRole('button', { name: 'Open' }).focus());
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Birch Smiles' })).toBeNull();
    expect(screen.getByRole('region', { name: 'In this area' })).toBeVisible();
    await waitFor(() => expect(show).toHaveFocus());
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'In this area' })).toBeNull();
  });

  test('Escape closes only the open suggestions of the place search', async () => {
    server.answer(getCitiesAndZips, {
      places: [{ name: 'Austin, TX', latitude: 30.27, longitude: -97.74 }],
    });
    await renderSettledMap('?list=not-on-the-map');
    await user.type(screen.getByPlaceholderText('Go to a city or ZIP'), 'aus');
    await screen.findByRole('option', { name: 'Austin, TX' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('option', { name: 'Austin, TX' })).toBeNull());
    expect(screen.getByRole('region', { name: 'Not on the map' })).toBeVisible();
  });
});

test('on a phone the popup is at the lower edge and a panel replaces the legend', async () => {
  const screenOf = window.matchMedia('');
  vi.stubGlobal('matchMedia', (query: string) => ({ ...screenOf, media: query, matches: false }));
  renderMap();
  const legend = await screen.findByRole('button', { name: /^Legend ?2 not on the map$/ });
  await waitFor(() => expect(map.handlers).toBeDefined());
  look();
  pick('practices', inOakland, 'tap');
  expect(await screen.findByRole('region', { name: 'Birch Smiles' })).toBeVisible();
  expect(map.popup).toBeUndefined();
  await user.keyboard('{Escape}');
  await user.click(legend);
  await user.click(screen.getByRole('button', { name: '2 not on the map' }));
  expect(screen.queryByRole('region', { name: 'Legend' })).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Legend ?2 not on the map$/ })).toHaveFocus(),
  );
});
