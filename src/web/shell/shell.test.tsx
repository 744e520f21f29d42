import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getUser, signOutPath } from '#shared/auth/auth.ts';
import { getHealthTrend } from '#shared/health/health.ts';
import { getPractices } from '#shared/institutions/institutions.ts';
import { getProspects } from '#shared/prospects/prospects.ts';
import { createTestPractice, createTestProspect } from '#test/search-cases.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import { listenForMapEvent, type MapEventName, sendMapEvent } from '#web/map/events.ts';
import { pages } from '#web/routes.tsx';
import { LoadingScreen } from '#web/ui/page/LoadingScreen.tsx';
import { RouteCrashScreen } from './crash/crash-boundaries.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { signOut } from './navigation/sign-out.ts';
import { findPage, hidesNavigation } from './page.ts';
import { Shell } from './Shell.tsx';

let server: TestServer;
beforeEach(() => {
  server = startSignedInServer();
});

/** Frame with stub pages at the addresses of the real pages. */
const framed: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: RouteCrashScreen,
    HydrateFallback: LoadingScreen,
    children: [
      ...['/app', '/map', '/institution/:id/overview'].map((path) => ({
        path,
        element: <p>a page</p>,
      })),
      { path: '*', Component: NotFoundPage },
    ],
  },
];

describe('session', () => {
  test('shows "Loading..." while unknown, then the page', async () => {
    let answer: (() => void) | undefined;
    const user = {
      id: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e5f',
      name: 'Avery',
      email: 'a@b.example',
      picture: null,
      role: 'admin',
    } as const;
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

  test('shows visitors the sign-in instead of the page, without navigation', async () => {
    server.refuse(getUser, 401, 'Sign in first');
    renderApp('/institution/5/overview', framed);
    expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
    expect(screen.queryByText('a page')).toBeNull();
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test('a failed session check can be retried', async () => {
    server.refuse(getUser, 500, 'Something went wrong');
    renderApp('/app', framed);
    expect(await screen.findByText('Something went wrong')).toBeDefined();
    expect(screen.queryByText('a page')).toBeNull();
  });

  test('sign-out follows the server’s redirect, or goes home without one', async () => {
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
  test('lists the pages with subtitles and highlights the active one', async () => {
    renderApp('/map', framed);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Menu: Map' }));
    const items = await screen.findAllByRole('menuitem');
    const main = pages.flatMap(({ menu }) => (menu ? [menu.label + menu.subtitle] : []));
    expect(items.map((item) => item.textContent).slice(0, main.length)).toEqual(main);
    expect(items.map((item) => item.textContent).slice(main.length)).toEqual([
      ...['At-risk customers', 'Tickets', 'Customers in onboarding', 'Dashboard'],
      ...['Customers', 'Figures', 'Sales', 'Administration', 'Products'],
      'Go to anythingCtrl K',
    ]);
    const active = items.filter((item) => item.getAttribute('aria-current') === 'page');
    expect(active.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
      ['Mapcustomer locations', '/app'],
    ]);
  });

  test('expands one group at a time, and lists the most-opened pages of the user first', async () => {
    const { router } = renderApp('/map', framed);
    const user = userEvent.setup();
    const menuButton = await screen.findByRole('button', { name: 'Menu: Map' });
    for (const path of ['/sales', '/prospects', '/app', '/prospects', '/app'])
      await act(() => router.navigate(path));
    await user.click(menuButton);
    const menu = await screen.findByRole('menu');
    await within(menu).findByText('Quick access');
    const titles = () =>
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent);
    expect(titles().slice(6, 10)).toEqual(['Prospects', 'Sales', 'At-risk customers', 'Tickets']);

    const openGroup = (name: string) =>
      user.click(within(menu).getByRole('menuitem', { name, expanded: false }));
    await openGroup('Administration');
    within(menu).getByRole('menuitem', { name: 'Administration', expanded: true }).focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toHaveAttribute('href', '/admin');
    await openGroup('Products');
    expect(within(menu).getByRole('menuitem', { name: 'Online scheduling' })).toBeVisible();
    expect(within(menu).getAllByRole('menuitem', { expanded: true })).toHaveLength(1);
  });

  test('is hidden only on the start page', () => {
    expect(hidesNavigation('/')).toBe(true);
    for (const path of [
      '/app',
      '/home',
      '/map',
      '/search',
      '/customer-success',
      '/institution/5/overview',
    ]) {
      expect([path, hidesNavigation(path), findPage(path).isPublic]).toEqual([path, false, false]);
    }
  });

  test.each([
    '/login',
    '/insights/5',
    '/customer-insights/5',
    '/customer-insights-v2/5',
    '/public/insights/5',
    '/refer/5',
    '/r/5',
  ])('is hidden at the visitors’ address %s', async (path) => {
    renderApp(path, framed);
    expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  });

  test('every address has a row in the page table and a title', async () => {
    expect(
      ['/app', '/home', '/map', '/search', '/customer-success'].map((path) => findPage(path).title),
    ).toEqual(Array(5).fill('Map'));
    expect(findPage('/app/else').path).toBe('*');
    renderApp('/map', framed);
    await waitFor(() => expect(document.title).toBe('Map · Chairside'));
  });

  test('the user menu shows the name and changes the color scheme', async () => {
    renderApp('/app', framed);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Signed in as Morgan Member' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
    expect(document.documentElement.dataset.mantineColorScheme).toBe('dark');
    expect(localStorage.getItem('mantine-color-scheme-value')).toBe('dark');
    expect(screen.getByRole('menuitem', { name: 'Sign out' })).toBeDefined();
    localStorage.clear();
  });
});

describe('the palette', () => {
  beforeEach(() => {
    server.answer(getPractices, {
      practices: [
        createTestPractice({
          institutionId: 5,
          institutionName: 'Bright Smiles',
          locationName: 'Elm Street',
          city: 'Austin',
        }),
      ],
      tierLimits: null,
    });
    server.answer(getProspects, []);
  });

  async function ask(text: string, path = '/map') {
    const view = renderApp(path, framed);
    const user = userEvent.setup();
    await screen.findByRole('button', { name: 'Search' });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('textbox', { name: 'Go to' }), text);
    return { ...view, user };
  }

  test('opens a page by part of its name', async () => {
    const { router, user } = await ask('risk');
    await screen.findByRole('button', { name: /At-risk customers/ });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/at-risk-customers'));
    expect(screen.queryByRole('textbox', { name: 'Go to' })).toBeNull();
  });

  test('opens a customer', async () => {
    const { user } = await ask('bright');
    await user.click(await screen.findByRole('button', { name: /Bright Smiles/ }));
    await waitFor(() =>
      expect(server.callsTo(getHealthTrend).map(({ path }) => path)).toContain(
        '/api/health-trends/institution/5',
      ),
    );
  });

  test('Enter opens a customer typed before the customers were loaded, with the other matches as neighbors', async () => {
    const names = ['Bright Smiles', 'Brightside Dental'];
    const practices = names.map((institutionName, at) =>
      createTestPractice({ institutionId: 5 + at, institutionName, locationId: 5 + at }),
    );
    let answer: (() => void) | undefined;
    server.answer(
      getPractices,
      () => new Promise((resolve) => (answer = () => resolve({ practices, tierLimits: null }))),
    );
    const { user } = await ask('bright');
    expect(await screen.findByText('Nothing found')).toBeDefined();
    await act(async () => answer?.());
    await screen.findByRole('button', { name: /Bright Smiles/ });
    await user.keyboard('{Enter}');
    expect(await screen.findByText('1 of 2')).toBeDefined();
  });

  test('asks the assistant a text that matches nothing', async () => {
    const { router, user } = await ask('average score by EHR');
    await user.click(await screen.findByRole('button', { name: /Ask: average score by EHR/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/ai-chat'));
  });

  test('runs global actions', async () => {
    const { user } = await ask('search');
    await user.click(await screen.findByRole('button', { name: /Search.*prospects/ }));
    const input = await screen.findByPlaceholderText(/Search customers/);
    await waitFor(() => expect(document.activeElement).toBe(input));
  });

  test('offers the guide only on pages that have one', async () => {
    const { router, user } = await ask('guide');
    await user.click(
      await screen.findByRole('button', { name: /Customer Health Guide.*what this page can do/ }),
    );
    await waitFor(() => expect(router.state.location.hash).toBe('#guide'));
    cleanup();
    await ask('guide', '/nowhere');
    expect(await screen.findByRole('button', { name: /Ask: guide/ })).toBeDefined();
  });
});

describe('the search over a page', () => {
  const heard: [MapEventName, unknown, number][] = [];
  let stops: (() => void)[] = [];

  beforeEach(() => {
    heard.length = 0;
    const hear = (name: MapEventName) => (detail: unknown) =>
      void heard.push([name, detail, performance.now()]);
    stops = [
      listenForMapEvent('request-user-location', hear('request-user-location')),
      listenForMapEvent('focus-practice', hear('focus-practice')),
      listenForMapEvent('focus-prospect', hear('focus-prospect')),
    ];
    server.answer(getPractices, {
      practices: [
        createTestPractice({
          institutionId: 5,
          institutionName: 'Bright Smiles',
          locationName: 'Elm Street',
        }),
      ],
      tierLimits: null,
    });
    server.answer(getProspects, [
      createTestProspect({ prospectId: 7, name: 'Walnut Dental', latitude: '43.6' }),
      createTestProspect({ prospectId: 8, name: 'Chestnut', latitude: null }),
    ]);
  });
  afterEach(() => {
    for (const stop of stops) stop();
  });

  async function searchFor(text: string, path: string) {
    const view = renderApp(path, framed);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Search' }));
    const input = await screen.findByPlaceholderText(
      'Search customers, prospects, or discovery...',
    );
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
    await waitFor(() =>
      expect(server.callsTo(getHealthTrend).map(({ path }) => path)).toContain(
        '/api/health-trends/institution/5',
      ),
    );
    expect(screen.queryByPlaceholderText(/Search customers/)).toBeNull();
    expect(router.state.location.pathname).toBe('/institution/9/overview');
    expect(heard).toEqual([]);
  });

  test('on a map page it also moves the map', async () => {
    await searchFor('bright', '/app');
    expect(heard.map(([name, detail]) => [name, detail])).toEqual([
      ['focus-practice', { latitude: 40, longitude: -90, institutionId: 5 }],
    ]);
  });

  test('a prospect goes to the map first', async () => {
    const { router } = await searchFor('walnut', '/institution/9/overview');
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(router.state.location.pathname).toBe('/map');
    expect(heard[0]?.slice(0, 2)).toEqual([
      'focus-prospect',
      { prospectId: 7, name: 'Walnut Dental', latitude: 43.6, longitude: -116.2 },
    ]);
  });

  test('a prospect on a map page keeps the current map address', async () => {
    const { router } = await searchFor('walnut', '/map');
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(router.state.location.key).toBe('default');
    cleanup();
    const home = await searchFor('walnut', '/app');
    await waitFor(() => expect(heard).toHaveLength(2));
    expect(home.router.state.location.pathname).toBe('/map');
  });

  test('shows the last selected name, selected for overtyping, when opened again', async () => {
    const { user } = await searchFor('walnut', '/map');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    const input = await screen.findByPlaceholderText<HTMLInputElement>(/Search customers/);
    expect(input.value).toBe('Walnut Dental');
    await user.keyboard('elm');
    expect(input.value).toBe('elm');
  });

  test('a prospect without coordinates also opens on the map page', async () => {
    const { router } = await searchFor('chestnut', '/institution/9/overview');
    expect(router.state.location.pathname).toBe('/map');
    expect(
      within(await screen.findByRole('dialog', { name: 'Chestnut' })).getByText(/Main Street/),
    ).toBeDefined();
    expect(heard).toEqual([]);
  });

  test('Near Me opens the map and sends it the request 100 ms later', async () => {
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

test('a map that starts to listen late receives the last event once', () => {
  const asked = vi.fn();
  sendMapEvent('focus-practice', { latitude: 1, longitude: 2, institutionId: 3 });
  sendMapEvent('focus-practice', { latitude: 4, longitude: 5, institutionId: 6 });
  listenForMapEvent('focus-practice', asked)();
  expect(asked.mock.calls).toEqual([[{ latitude: 4, longitude: 5, institutionId: 6 }]]);
  listenForMapEvent('focus-practice', asked)();
  expect(asked).toHaveBeenCalledOnce();
});
