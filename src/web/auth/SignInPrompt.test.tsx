import { useMutation, useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { getUser, sanitizeReturnPath } from '#shared/auth/auth.ts';
import { getClientSettings } from '#shared/core/settings/settings.ts';
import { getPractices } from '#shared/institutions/institutions.ts';
import { postPlaceSearch } from '#shared/prospects/prospects.ts';
import { morgan, renderApp } from '#test/web/render-app.tsx';
import { installServerStub, type TestServer } from '#test/web/server.ts';
import { call } from '#web/core/api.ts';
import { RequireSession } from '#web/shell/RequireSession.tsx';

/** Protected page with a button that calls the server. */
function Desk() {
  const practices = useQuery({ queryKey: [getPractices.path], enabled: false });
  const search = useMutation({
    mutationFn: () => call(postPlaceSearch, { body: { query: 'dental' } }),
  });
  return (
    <main>
      <h1>Desk</h1>
      <button type="button" onClick={() => void practices.refetch()}>
        Load
      </button>
      <button type="button" onClick={() => search.mutate()}>
        Search
      </button>
    </main>
  );
}
const routes: RouteObject[] = [
  {
    path: '*',
    element: (
      <RequireSession>
        <Desk />
      </RequireSession>
    ),
  },
];

const settings = {
  identityProvider: 'google',
  crmProvider: 'hubspot',
  placesProvider: 'google',
  demo: false,
  businessTimeZone: 'America/Los_Angeles',
  mapStyleUrl: null,
};
let server: TestServer;
beforeEach(() => {
  server = installServerStub();
  server.answer(getClientSettings, settings);
  server.refuse(getUser, 401, 'Sign in to continue.');
});

const signInLink = (name = 'Sign in with Google') => screen.findByRole('link', { name });

describe('a protected page without a session', () => {
  test.each([
    ['/dashboard?tab=benchmarks#top', '/dashboard?tab=benchmarks#top'],
    ['/institution/4/overview?q=a%2Fb', '/institution/4/overview?q=a%2Fb'],
    ['/', '/app'],
  ])('at %s offers a sign-in that returns to it', async (path, returnTo) => {
    renderApp(path, routes);
    const link = await signInLink();
    const [start, query] = link.getAttribute('href')?.split('?') ?? [];
    expect(start).toBe('/auth/google');
    const asked = new URLSearchParams(query).get('returnTo') ?? '';
    expect(asked).toBe(returnTo);
    expect(sanitizeReturnPath(asked)).toBe(asked);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Chairside');
    expect(screen.queryByText('Desk')).toBeNull();
    expect(server.callsTo(getUser)).toHaveLength(1);
  });

  test('names the configured provider', async () => {
    server.answer(getClientSettings, { ...settings, identityProvider: 'okta' });
    renderApp('/app', routes);
    expect((await signInLink('Sign in with Okta')).getAttribute('href')).toBe(
      '/auth/okta?returnTo=%2Fapp',
    );
    expect(screen.queryByText(/demo/)).toBeNull();
  });

  test('says that the demo needs no password', async () => {
    server.answer(getClientSettings, { ...settings, demo: true });
    renderApp('/app', routes);
    await screen.findByText('This is a demo: choose one of two accounts. No password needed.');
  });
});

describe('the session check', () => {
  test('shows a loading message', async () => {
    server.answer(getUser, () => new Promise(() => undefined));
    renderApp('/app', routes);
    expect((await screen.findByRole('status')).textContent).toBe('Loading...');
    expect(screen.queryByRole('link')).toBeNull();
  });

  test.each([
    [500, 'Something went wrong on our side.'],
    [429, 'You have sent too many requests. Try again in 12 seconds.'],
  ])('is repeated only on request after status %i', async (status, text) => {
    server.refuse(getUser, status, text);
    renderApp('/app', routes);
    await screen.findByText(text);
    expect(server.callsTo(getUser)).toHaveLength(1);
    server.answer(getUser, morgan);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('heading', { name: 'Desk' });
  });
});

describe('a session that ends while its page is open', () => {
  test.each([
    ['Load', getPractices],
    ['Search', postPlaceSearch],
  ] as const)('shows the sign-in after the next call (%s)', async (button, endpoint) => {
    server.answer(getUser, morgan);
    server.refuse(endpoint, 401, 'Sign in to continue.');
    renderApp('/dashboard', routes);
    await userEvent.click(await screen.findByRole('button', { name: button }));
    expect((await signInLink()).getAttribute('href')).toBe('/auth/google?returnTo=%2Fdashboard');
  });

  test('is not assumed after another error', async () => {
    server.answer(getUser, morgan);
    server.refuse(getPractices, 403, 'You are not allowed to do this.');
    renderApp('/dashboard', routes);
    await userEvent.click(await screen.findByRole('button', { name: 'Load' }));
    await expect(signInLink()).rejects.toThrow('Unable to find');
    expect(server.callsTo(getPractices)).toHaveLength(1);
  });
});
