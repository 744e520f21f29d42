import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getUser, signOutPath } from '#shared/auth/auth.ts';
import { getHealthTrend } from '#shared/health/health.ts';
import { getPractices } from '#shared/institutions/institutions.ts';
import { getProspects } from '#shared/prospects/prospects.ts';
import { practiceOf, prospectOf } from '#test/search-cases.ts';
import { renderApp, signedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import { type MapEventName, onMapEvent, sendMapEvent } from '#web/map/events.ts';
import { pages } from '#web/routes.tsx';
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx';
import { RouteCrash } from './crash-boundaries.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { pageOf } from './page.ts';
import { Shell } from './Shell.tsx';
import { signOut } from './sign-out.ts';

let server: TestServer;
beforeEach(() => {
  server = signedInServer();
});

/** The frame with small pages in place of the real ones, at the real ones' addresses. */
const framed: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: RouteCrash,
    HydrateFallback: LoadingScreen,
    children: [
      ...['/app', '/map', '/institution/:id/overview'].map((path) => ({ path, element: <p>a page</p> })),
      { path: '*', Component: NotFoundPage },
    ],
  },
];

describe('who is signed in', () => {
  test('"Loading..." while it is not known, then the page', async () => {
    let answer: (() => void) | undefined;
    const user = { id: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e5f', name: 'Avery', email: 'a@b.example', picture: null, role: 'admin' } as const;
    server.answer(
      getUser,
      () =>
        new Promise((resolve) => {
          answer = () => resolve(user);
        }),
    );
    renderApp('/app', framed);
    expect((await screen.findByRole('status')).textContent).toBe('Loading...');
    expect(screen.queryByText('a page')).toBeNull();
    await waitFor(() => expect(answer).toBeDefined());
    await act(async () => answer?.());
    expect(await screen.findByText('a page')).toBeDefined();
  });

  test('a signed-out visitor gets the sign-in in the page’s place, and no navigation', async () => {
    server.refuse(getUser, 401, 'Sign in first');
    renderApp('/institution/5/overview', framed);
    expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
    expect(screen.queryByText('a page')).toBeNull();
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test('a server that cannot say leaves a way to try again', async () => {
    server.refuse(getUser, 500, 'Something went wrong');
    renderApp('/app', framed);
    expect(await screen.findByText('Something went wrong')).toBeDefined();
    expect(screen.queryByText('a page')).toBeNull();
  });

  test('signing out goes where the server says, and home when it says nothing', async () => {
    const leave = vi.fn();
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Response.json({ redirectTo: '/auth/demo/end' })),
    );
    await signOut(leave);
    expect(fetch).toHaveBeenCalledWith(signOutPath, expect.objectContaining({ method: 'POST' }));
    expect(leave).toHaveBeenCalledWith('/auth/demo/end');
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.stubGlobal('fetch', async () => new Response('down', { status: 502 }));
    await signOut(leave);
    expect(leave).toHaveBeenLastCalledWith('/');
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
  });
});

describe('the floating navigation', () => {
  test('shows the pages there are, the active one marked, with subtitles', async () => {
    renderApp('/map', framed);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Menu: Map' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(pages.flatMap(({ menu }) => (menu ? [menu.label + menu.subtitle] : [])));
    const active = items.filter((item) => item.getAttribute('aria-current') === 'page');
    expect(active.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([['Mapcustomer locations', '/app']]);
  });

  test('is hidden on the start page and there for the rest', () => {
    expect(pageOf('/').hidesNavigation).toBe(true);
    for (const path of ['/app', '/home', '/map', '/search', '/customer-success', '/institution/5/overview']) {
      expect(pageOf(path)).toMatchObject({ hidesNavigation: false, isPublic: false });
    }
  });

  test('every address has its row, and titles its page', async () => {
    expect(['/app', '/home', '/map', '/search', '/customer-success'].map((path) => pageOf(path).title)).toEqual(Array(5).fill('Map'));
    expect(pageOf('/app/else').path).toBe('*');
    renderApp('/map', framed);
    await waitFor(() => expect(document.title).toBe('Map · Chairside'));
  });

  test('the person’s menu names them and keeps the color scheme', async () => {
    renderApp('/app', framed);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Signed in as Morgan Member' }));
    await user.click(await screen.findByRole('radio', { name: 'Dark' }));
    expect(document.documentElement.dataset.mantineColorScheme).toBe('dark');
    expect(localStorage.getItem('mantine-color-scheme-value')).toBe('dark');
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeDefined();
    localStorage.clear();
  });
});

describe('the search over a page', () => {
  const heard: [MapEventName, unknown, number][] = [];
  let stops: (() => void)[] = [];

  beforeEach(() => {
    heard.length = 0;
    const hear = (name: MapEventName) => (detail: unknown) => void heard.push([name, detail, performance.now()]);
    stops = [
      onMapEvent('request-user-location', hear('request-user-location')),
      onMapEvent('focus-practice', hear('focus-practice')),
      onMapEvent('focus-prospect', hear('focus-prospect')),
    ];
    server.answer(getPractices, {
      practices: [practiceOf({ institutionId: 5, institutionName: 'Bright Smiles', locationName: 'Elm Street' })],
    });
    server.answer(getProspects, [
      prospectOf({ prospectId: 7, name: 'Walnut Dental', latitude: '43.6' }),
      prospectOf({ prospectId: 8, name: 'Chestnut', latitude: null }),
    ]);
  });
  afterEach(() => {
    for (const stop of stops) stop();
  });

  async function searchFor(text: string, path: string) {
    const view = renderApp(path, framed);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Search' }));
    const input = await screen.findByPlaceholderText('Search customers, prospects, or discovery...');
    expect(document.activeElement).toBe(input);
    if (text !== '') {
      await user.type(input, text);
      await screen.findByRole('option');
      await user.keyboard('{Enter}');
    }
    return { ...view, user };
  }

  test.each(['bright', 'elm'])('%s opens the institution and closes the search', async (text) => {
    const { router } = await searchFor(text, '/institution/9/overview');
    await waitFor(() => expect(server.callsTo(getHealthTrend).map(({ path }) => path)).toContain('/api/health-trends/institution/5'));
    expect(screen.queryByPlaceholderText(/Search customers/)).toBeNull();
    expect(router.state.location.pathname).toBe('/institution/9/overview');
    expect(heard).toEqual([]);
  });

  test('on a map it also flies there', async () => {
    await searchFor('bright', '/app');
    expect(heard.map(([name, detail]) => [name, detail])).toEqual([['focus-practice', { latitude: 40, longitude: -90, institutionId: 5 }]]);
  });

  test('a prospect goes to the map first', async () => {
    const { router } = await searchFor('walnut', '/institution/9/overview');
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(router.state.location.pathname).toBe('/map');
    expect(heard[0]?.slice(0, 2)).toEqual(['focus-prospect', { prospectId: 7, name: 'Walnut Dental', latitude: 43.6, longitude: -116.2 }]);
  });

  test('a prospect stays on the map page one is on', async () => {
    const { router } = await searchFor('walnut', '/app');
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(router.state.location.pathname).toBe('/app');
  });

  test('a prospect without coordinates opens by itself', async () => {
    await searchFor('chestnut', '/institution/9/overview');
    expect(within(await screen.findByRole('dialog', { name: 'Chestnut' })).getByText(/Main Street/)).toBeDefined();
    expect(heard).toEqual([]);
  });

  test('Near Me goes to the map and asks it 100 ms later', async () => {
    const { router, user } = await searchFor('', '/institution/9/overview');
    const pressed = performance.now();
    await user.click(screen.getByRole('button', { name: 'Near Me' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/map'));
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]?.[0]).toBe('request-user-location');
    expect((heard[0]?.[2] ?? 0) - pressed).toBeGreaterThanOrEqual(99);
  });

  test('the slash opens it, Escape closes the list and then the search', async () => {
    renderApp('/app', framed);
    const user = userEvent.setup();
    await screen.findByRole('button', { name: 'Search' });
    await user.keyboard('/');
    const input = await screen.findByPlaceholderText(/Search customers/);
    expect(input).toHaveProperty('value', '');
    await user.keyboard('{Escape}');
    expect(input.getAttribute('aria-expanded')).toBe('false');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByPlaceholderText(/Search customers/)).toBeNull());
  });
});

test('a map that starts to listen late hears what it was last asked, once', () => {
  const asked = vi.fn();
  sendMapEvent('focus-practice', { latitude: 1, longitude: 2, institutionId: 3 });
  sendMapEvent('focus-practice', { latitude: 4, longitude: 5, institutionId: 6 });
  onMapEvent('focus-practice', asked)();
  expect(asked.mock.calls).toEqual([[{ latitude: 4, longitude: 5, institutionId: 6 }]]);
  onMapEvent('focus-practice', asked)();
  expect(asked).toHaveBeenCalledOnce();
});
