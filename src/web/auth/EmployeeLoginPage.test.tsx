import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { getUser, refusedSignInPath, signInRefusals } from '#shared/auth/auth.ts';
import { getClientSettings } from '#shared/core/settings/settings.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;
beforeEach(() => {
  server = startSignedInServer();
  server.refuse(getUser, 401, 'Sign in to continue.');
});

/** Finds the sign-in link. Loading the page's code can take long on a busy machine. */
const signInLink = () =>
  screen.findByRole('link', { name: 'Sign in with Google' }, { timeout: 10_000 });
const returnToOf = (link: HTMLElement) =>
  new URL(link.getAttribute('href') ?? '', 'http://x').searchParams.get('returnTo');

test('offers the provider and tells where to get help', async () => {
  renderApp('/employee-login');
  expect((await signInLink()).getAttribute('href')).toBe('/auth/google?returnTo=%2Fapp');
  expect(screen.getByRole('heading', { level: 1, name: 'Employee login' })).toBeDefined();
  expect(screen.getByRole('region', { name: 'Where to get help' }).textContent).toContain(
    'administrator',
  );
  expect(screen.getByRole('link', { name: 'Back to the start page' }).getAttribute('href')).toBe(
    '/',
  );
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(document.title).toBe('Employee login · Chairside');
});

describe('a sign-in that was refused', () => {
  test.each([
    ['wrong_domain', 'That account has no access', /work account/],
    ['unverified', 'The email address is not verified', /Google has not verified/],
    ['disabled', 'That account is disabled', /administrator/],
    [
      'expired',
      'The sign-in was not completed',
      /canceled, took longer than 10 minutes, or was started in another browser/,
    ],
    ['provider_down', 'Google is not responding', /Try again/],
  ] as const)('shows the reason (%s) and keeps the return path', async (reason, title, text) => {
    renderApp(refusedSignInPath(reason, '/dashboard?tab=benchmarks'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(title);
    expect(alert.textContent).toMatch(text);
    expect(returnToOf(await signInLink())).toBe('/dashboard?tab=benchmarks');
  });

  test('names the configured provider', async () => {
    server.answer(getClientSettings, {
      identityProvider: 'okta',
      crmProvider: 'hubspot',
      placesProvider: 'google',
      demo: false,
      businessTimeZone: 'America/Los_Angeles',
      mapStyleUrl: null,
    });
    renderApp('/employee-login?reason=provider_down');
    expect(await screen.findByRole('link', { name: 'Sign in with Okta' })).toBeDefined();
    expect(screen.getByRole('alert').textContent).toContain('Okta is not responding');
  });

  test('shows the same to every visitor', async () => {
    for (const reason of signInRefusals) {
      const { unmount } = renderApp(
        `/employee-login?reason=${reason}&email=avery.admin%40chairside.example&name=Avery`,
      );
      await signInLink();
      expect(document.body.textContent).not.toMatch(/avery/i);
      unmount();
    }
    expect(
      server.calls.every(({ path }) => path === getUser.path || path === getClientSettings.path),
    ).toBe(true);
  });

  test.each([
    '',
    'toString',
    '__proto__',
    'DISABLED',
    'disabled ',
    '<script>alert(1)</script>',
    'a&reason=disabled',
  ])('with an unknown reason (%s) shows nothing', async (reason) => {
    renderApp(`/employee-login?reason=${reason}`);
    await signInLink();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/auth/logout',
    'javascript:alert(1)',
    '',
  ])('never returns to %s', async (returnTo) => {
    renderApp(`/employee-login?reason=expired&returnTo=${encodeURIComponent(returnTo)}`);
    expect(returnToOf(await signInLink())).toBe('/app');
  });
});

describe('a signed-in user', () => {
  test('is offered a link into the app', async () => {
    server.answer(getUser, morgan);
    renderApp('/employee-login?returnTo=%2Fdashboard');
    expect((await screen.findByRole('link', { name: 'Open the app' })).getAttribute('href')).toBe(
      '/dashboard',
    );
    expect(screen.getByText('You are signed in as Morgan Member.')).toBeDefined();
    expect(screen.queryByRole('link', { name: /Sign in with/ })).toBeNull();
  });

  test('is never linked to another site', async () => {
    server.answer(getUser, morgan);
    renderApp(`/employee-login?returnTo=${encodeURIComponent('javascript:alert(1)')}`);
    expect((await screen.findByRole('link', { name: 'Open the app' })).getAttribute('href')).toBe(
      '/app',
    );
  });
});

test('a failed session check leaves the sign-in link', async () => {
  server.refuse(getUser, 503, 'The database is busy.');
  renderApp('/employee-login');
  expect(await signInLink()).toBeDefined();
});
