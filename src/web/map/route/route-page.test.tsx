import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#shared/core/pages/paths.ts';
import { postRouteCandidates, type RouteStop } from '#shared/map/route/candidates.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import { splitIntoLegs } from './DirectionsMenu.tsx';
import { formatRouteChange, parseRouteAddress } from './route-address.ts';
import { clockText, driveText } from './route-texts.ts';

let server: TestServer;
const user = userEvent.setup();

const stop = (key: string, name: string, value: number, north: number): RouteStop => ({
  key,
  name,
  address: `${name} Street 1`,
  phone: '860-555-0100',
  latitude: 41.7 + north,
  longitude: -72.6,
  isPlacedByZip: false,
  institutionId: key.startsWith('c') ? Number(key.slice(1)) : null,
  prospectKey: key.startsWith('p') ? `prospect-${key.slice(1)}` : null,
  healthTier: key.startsWith('c') ? 'Medium' : null,
  leavesOn: key === 'c3' ? '2026-12-31' : null,
  value,
  reasons: [{ text: `Reason of ${name}`, points: value }],
});

beforeEach(() => {
  server = startSignedInServer();
  server.answer(postRouteCandidates, {
    stops: [
      stop('c1', 'Elm Dental', 45, 0),
      stop('p2', 'Oak Clinic', 40, 0.1),
      stop('c3', 'Ash Dental', 0, 0.05),
    ],
    found: 3,
    omitted: [
      {
        key: 'p9',
        name: 'Quiet Dental',
        address: '9 Quiet Street',
        reason: 'Do not contact: They asked us',
      },
    ],
    settings: { detourFactor: 1.3, milesPerHour: 35, visitMinutes: 30 },
  });
});

const address = '/map/route?customers=1.3&prospects=2.9&from=41.6,-72.6&start=Home';
const open = async (path = address) => {
  const view = renderApp(path);
  const list = await screen.findByRole('list', { name: 'Stops' });
  const names = () =>
    within(list)
      .getAllByRole('button', { name: /^Must visit/ })
      .map((button) => button.getAttribute('aria-label')?.replace('Must visit ', ''));
  return { ...view, list, names };
};

describe('the route page', () => {
  it('shows the planned stops with arrival and reasons, and what is left out', async () => {
    const { list, names } = await open();
    expect(names()).toEqual(['Elm Dental', 'Oak Clinic']);
    expect(within(list).getByText('9:15 AM')).toBeVisible();
    expect(within(list).getByText(/Reason of Elm Dental/)).toBeVisible();
    expect(screen.getByText('Leaving on Dec 31, 2026')).toBeVisible();
    expect(screen.getByText(/Do not contact: They asked us/)).toBeVisible();
    expect(server.callsTo(postRouteCandidates)[0]?.body).toMatchObject({
      institutionIds: [1, 3],
      prospectIds: [2, 9],
      start: { latitude: 41.6, longitude: -72.6 },
    });
  });

  it('visits all selected customers, with tiers, and lists those without coordinates by address', async () => {
    const { list, names } = await open(paths.visitPlanOf([3, 1]));
    expect(names()).toEqual(['Oak Clinic', 'Ash Dental', 'Elm Dental']);
    expect(within(list).getAllByText('Medium')).toHaveLength(2);
    expect(screen.getByText(/9 Quiet Street · Do not contact/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Open in maps app' }));
    expect(await screen.findByRole('menuitem', { name: 'Google Maps' })).toHaveAttribute(
      'href',
      expect.stringContaining('https://www.google.com/maps/dir/?api=1'),
    );
  });

  it('moves, adds and removes stops, updates the times at once, and keeps all in the URL', async () => {
    const { names, router } = await open();
    const total = () => screen.getByText(/of driving/).textContent;
    const planned = total();
    await user.click(screen.getByRole('button', { name: 'Move Elm Dental down' }));
    expect(names()).toEqual(['Oak Clinic', 'Elm Dental']);
    expect(total()).not.toBe(planned);
    expect(screen.getByText('Elm Dental is now stop 2 of 2')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Add Ash Dental' }));
    expect(names()).toEqual(['Ash Dental', 'Oak Clinic', 'Elm Dental']);
    screen.getByRole('button', { name: 'Remove Oak Clinic' }).focus();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(names()).toEqual(['Oak Clinic', 'Ash Dental', 'Elm Dental']);
    await user.click(screen.getByRole('button', { name: 'Remove Oak Clinic' }));
    await user.click(screen.getByRole('button', { name: 'Must visit Ash Dental' }));
    expect(router.state.location.search).toContain('stops=c3.c1&not=p2&pins=c3');
    await user.click(screen.getByRole('button', { name: 'Plan again' }));
    expect(names()).toEqual(['Elm Dental', 'Ash Dental']);
    expect(server.callsTo(postRouteCandidates)).toHaveLength(1);
  });

  it('restores the order of its URL, and says when it takes too long', async () => {
    const { names } = await open(`${address}&stops=p2.c1.c77&hours=2&leave=23:30`);
    expect(names()).toEqual(['Oak Clinic', 'Elm Dental']);
    expect(
      screen.getByText('1 stop from this link can’t be visited or is not among the candidates.'),
    ).toBeVisible();
    expect(screen.getAllByText(/AM the next day/)).toHaveLength(2);
  });

  it('keeps the stops of its URL among the candidates of an area, and says what was cut', async () => {
    const selected = Array.from({ length: 501 }, (_, at) => at + 100).join('.');
    await open(`/map/route?area=-73,41,-72,42&prospects=${selected}&stops=p2.c1&pins=c7`);
    const { institutionIds, prospectIds } = postRouteCandidates.body.parse(
      server.callsTo(postRouteCandidates)[0]?.body,
    );
    expect(institutionIds).toEqual([1, 7]);
    expect([prospectIds.length, prospectIds[0]]).toEqual([500, 2]);
    expect(
      screen.getByText(/selects 0 customers and 501 prospects. Only the first 500 of each/),
    ).toBeVisible();
  });

  it.each([
    [address, 'are selected'],
    ['/map/route?area=-73,41,-72,42', 'are in this area'],
  ])('names the origin of the candidates of %s', async (path, origin) => {
    server.answer(postRouteCandidates, {
      stops: [stop('c1', 'Elm Dental', 45, 0)],
      found: 620,
      omitted: [],
      settings: { detourFactor: 1.3, milesPerHour: 35, visitMinutes: 30 },
    });
    await open(path);
    expect(screen.getByText(new RegExp(`620 customers and prospects ${origin}`))).toBeVisible();
  });

  it('offers Retry when the stops could not be loaded, and asks for a selection', async () => {
    server.refuse(postRouteCandidates, 503, 'The database is busy.');
    const { unmount } = renderApp(address);
    expect(await screen.findByText('Couldn’t load the stops')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled();
    unmount();
    renderApp('/map/route?customers=abc.0.-1&around=95,0');
    expect(await screen.findByRole('link', { name: 'Choose prospects' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Stops' })).toBeNull());
  });
});

it('the URL survives a round trip, and hostile values become defaults', () => {
  const written = new URLSearchParams();
  const change = {
    start: { name: 'São Paulo & co', latitude: 41.5, longitude: -72.25 },
    isRoundTrip: true,
    hours: 8,
    departure: 485,
    stops: ['c1', 'p2'],
    pinned: new Set(['c1']),
    removed: new Set(['p5']),
  };
  for (const [name, value] of Object.entries(formatRouteChange(change)))
    if (value !== null) written.set(name, value);
  expect(parseRouteAddress(new URLSearchParams(written.toString()))).toMatchObject(change);
  expect(
    parseRouteAddress(
      new URLSearchParams(
        'hours=1e9&leave=25:00&from=NaN,0&stops=x.c0.c1.c1&customers=7.7.1e3&area=1,2,3',
      ),
    ),
  ).toMatchObject({
    hours: 6,
    departure: 540,
    start: null,
    stops: ['c1'],
    institutionIds: [7],
    area: null,
  });
});

it('splits a long route into legs that begin where the last one ended', () => {
  const points = Array.from({ length: 23 }, (_, at) => ({ latitude: at, longitude: 0 }));
  const legs = splitIntoLegs(null, points, 10);
  expect(legs.map(({ from, first, last }) => [from?.latitude, first, last])).toEqual([
    [undefined, 1, 10],
    [9, 11, 20],
    [19, 21, 23],
  ]);
  expect(splitIntoLegs(null, [], 10)).toEqual([]);
});

it('formats times and drives', () => {
  expect([0, 545, 719.6, 725, 1445, 2880].map(clockText)).toEqual([
    '12:00 AM',
    '9:05 AM',
    '12:00 PM',
    '12:05 PM',
    '12:05 AM the next day',
    '12:00 AM on day 3',
  ]);
  expect(driveText({ miles: 1, minutes: 59.7 })).toBe('1 h, 1 mile');
  expect(driveText({ miles: 3.456, minutes: 8 })).toBe('8 min, 3.5 miles');
});
