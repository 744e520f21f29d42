import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet, type RouteObject } from 'react-router';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import {
  clientErrorMaxBytes,
  clientErrorSchema,
  postClientError,
} from '#shared/core/client-errors.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import { App } from '#web/App.tsx';
import { createQueryClient } from '#web/core/api.ts';
import { loadCode } from '#web/core/load-code.ts';
import { LoadingScreen } from '#web/ui/page/LoadingScreen.tsx';
import { CrashScreen } from './CrashScreen.tsx';
import { RouteCrashScreen } from './crash-boundaries.tsx';
import { createErrorId, describeCrash } from './crash-report.ts';
import { ServerAwayNotice } from './ServerAwayNotice.tsx';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const staleMessages = [
  'Failed to fetch dynamically imported module: https://desk.example/assets/MapPage-abc.js',
  'error loading dynamically imported module: https://desk.example/assets/MapPage-abc.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/MapPage-abc.css',
];

function Broken(): never {
  throw new Error('a row without a name');
}
const crashing: RouteObject[] = [
  {
    Component: Outlet,
    ErrorBoundary: RouteCrashScreen,
    HydrateFallback: LoadingScreen,
    children: [
      { path: '/render', Component: Broken },
      { path: '/chunk', lazy: () => Promise.reject(new TypeError(staleMessages[0])) },
    ],
  },
];

let server: TestServer;
let caught: MockInstance<typeof console.error>;
beforeEach(() => {
  server = startSignedInServer();
  server.answer(postClientError, {});
  // React and the router log the caught errors.
  caught = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  caught.mockClear();
  sessionStorage.clear();
});

const heading = () =>
  screen.findByRole('heading', { level: 1, name: 'Oops! Something went wrong' });
const shownId = () => screen.getByText(uuid).textContent;
const reports = () =>
  server.callsTo(postClientError).map(({ body }) => clientErrorSchema.parse(body));

describe('a page that fails', () => {
  test('shows the prescribed texts, two buttons and an error id, but no details', async () => {
    renderApp('/render', crashing);
    await heading();
    expect(screen.getByRole('alert').textContent).toContain(
      "We encountered an unexpected error. Don't worry, your data is safe.",
    );
    expect(screen.getByText('If this problem persists, please contact support')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reload Page' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/');
    expect(screen.queryByText(/row without a name/)).toBeNull();
    expect(document.title).toBe('Something went wrong · Chairside');
  });

  test('reports the error to the server once with the id shown', async () => {
    renderApp('/render', crashing);
    await heading();
    await waitFor(() => expect(reports()).toHaveLength(1));
    expect(reports()[0]).toMatchObject({
      id: shownId(),
      message: 'Error: a row without a name',
      page: window.location.pathname,
    });
    expect(reports()[0]?.stack).toContain('Broken');
  });

  test('keeps the id when the report fails', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.refuse(postClientError, 429, 'Slow down');
    renderApp('/render', crashing);
    await heading();
    await waitFor(() =>
      expect(warned).toHaveBeenCalledWith('Reporting the error failed:', '429: Slow down'),
    );
    expect(shownId()).toMatch(uuid);
    warned.mockRestore();
  });

  test('lets the id be copied', async () => {
    const user = userEvent.setup();
    renderApp('/render', crashing);
    await heading();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(await navigator.clipboard.readText()).toBe(shownId());
  });

  test('is handled in the frame around the pages too', async () => {
    // A broken router breaks the frame around the pages.
    const router = new Proxy({}, { get: () => Broken() });
    render(<App router={router as never} queryClient={createQueryClient()} environment="test" />);
    await heading();
    await waitFor(() => expect(reports()).toHaveLength(1));
  });
});

describe('code that cannot be fetched', () => {
  const show = (error: unknown) => {
    const reload = vi.fn();
    renderApp('/', [{ path: '*', element: <CrashScreen error={error} reload={reload} /> }]);
    return reload;
  };

  test.each(staleMessages)('reloads once automatically: %s', async (message) => {
    const reload = show(new TypeError(message));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(screen.getByRole('status').textContent).toBe('Loading...');
    expect(screen.queryByRole('heading')).toBeNull();
    expect(reports()).toEqual([]);
  });

  test('shows the crash screen when the reload does not help', async () => {
    const reload = show(new TypeError(staleMessages[0]));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    const again = show(new TypeError(staleMessages[0]));
    await heading();
    await waitFor(() => expect(reports()).toHaveLength(1));
    expect(again).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Reload Page' }));
    expect(again).toHaveBeenCalledOnce();
  });

  test('reloads again a minute later', async () => {
    sessionStorage.setItem('chairside-reloaded-at', String(Date.now() - 60_000));
    const reload = show(new TypeError(staleMessages[0]));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  test('reloads only once the server answers', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const answering = globalThis.fetch;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const reload = show(new TypeError(staleMessages[0]));
    expect(await screen.findByText('The server can’t be reached')).toBeVisible();
    expect(screen.getByText('The page reloads when the server answers again.')).toBeVisible();
    await vi.advanceTimersByTimeAsync(7_000);
    expect(reload).not.toHaveBeenCalled();
    vi.stubGlobal('fetch', answering);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(reload).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  test('keeps the page while the server is away, and opens the next page when it answers', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const answering = globalThis.fetch;
    let isAway = true;
    const load = vi.fn(() =>
      isAway ? Promise.reject(new TypeError(staleMessages[0])) : Promise.resolve(() => <p>Next</p>),
    );
    const { router } = renderApp('/first', [
      {
        element: (
          <>
            <Outlet />
            <ServerAwayNotice />
          </>
        ),
        HydrateFallback: LoadingScreen,
        children: [
          { path: '/first', element: <input aria-label="Note" /> },
          { path: '/next', lazy: async () => ({ Component: await loadCode(load) }) },
        ],
      },
    ]);
    const note = await screen.findByRole('textbox', { name: 'Note' });
    fireEvent.change(note, { target: { value: 'Half a sentence' } });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    void router.navigate('/next');
    expect(await screen.findByText('The server can’t be reached')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Half a sentence');
    isAway = false;
    vi.stubGlobal('fetch', answering);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await screen.findByText('Next')).toBeVisible();
    expect(screen.queryByText('The server can’t be reached')).toBeNull();
    vi.useRealTimers();
  });

  test('does not reload offline', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const reload = show(new TypeError(staleMessages[0]));
    await heading();
    expect(reload).not.toHaveBeenCalled();
    online.mockRestore();
  });

  test('does not reload without session storage, to avoid a loop', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Quota', 'QuotaExceededError');
    });
    const reload = show(new TypeError(staleMessages[0]));
    await heading();
    expect(reload).not.toHaveBeenCalled();
    refused.mockRestore();
    warned.mockRestore();
  });

  test('is handled for routed pages too', async () => {
    sessionStorage.setItem('chairside-reloaded-at', String(Date.now()));
    renderApp('/chunk', crashing);
    await heading();
    await waitFor(() => expect(reports()[0]?.message).toContain('dynamically imported module'));
  });
});

describe('an error report', () => {
  const id = createErrorId();
  const sizeOf = (report: unknown) => new TextEncoder().encode(JSON.stringify(report)).length;

  test.each(['a', 'ß', '漢', '😀', '\u0000', '\\', '\ud800'])(
    'fits the size limit when made of %j',
    (sign) => {
      const error = new Error(sign.repeat(100_000));
      error.stack = sign.repeat(100_000);
      const report = describeCrash(
        id,
        error,
        `/${sign === '\u0000' ? 'x' : sign}`.padEnd(9_000, sign),
      );
      expect(clientErrorSchema.safeParse(report).error).toBeUndefined();
      expect(sizeOf(report)).toBeLessThanOrEqual(clientErrorMaxBytes);
      expect(report.stack?.length).toBeGreaterThan(0);
    },
  );

  test.each([
    ['a text', 'broken', 'broken'],
    ['nothing', undefined, 'not an Error'],
    ['an object that cannot be shown', Object.create(null), 'not an Error'],
  ])('describes %s', (_, thrown, message) => {
    expect(describeCrash(id, thrown, '/app')).toEqual({ id, message, stack: null, page: '/app' });
  });

  test('has a unique id, also without a secure context', () => {
    vi.stubGlobal('isSecureContext', false);
    const ids = Array.from({ length: 100 }, createErrorId);
    expect(new Set(ids).size).toBe(100);
    for (const each of ids) {
      expect(each).toMatch(uuid);
      expect(clientErrorSchema.shape.id.safeParse(each).success).toBe(true);
    }
    vi.stubGlobal('isSecureContext', true);
    expect(createErrorId()).toMatch(uuid);
  });
});
