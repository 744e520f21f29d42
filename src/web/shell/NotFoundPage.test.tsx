import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getUser } from '#shared/auth/auth.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

beforeEach(() => {
  startSignedInServer().refuse(getUser, 401, 'Sign in first');
});
afterEach(() => {
  vi.useRealTimers();
});

const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1000));

function show() {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const redirect = vi.fn();
  const view = renderApp('/nowhere', [
    { path: '*', element: <NotFoundPage redirect={redirect} /> },
  ]);
  return { redirect, ...view };
}

test('shows the prescribed texts and redirects after 5 seconds', async () => {
  const { redirect } = show();
  for (const text of [
    "We couldn't find that page. Let's get you back on track.",
    'Need help? Contact your Customer Success Manager or visit our support center.',
  ]) {
    expect(screen.getByText(text)).toBeDefined();
  }
  expect(screen.getByRole('heading', { level: 1, name: 'Oops! Page Not Found' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/app');
  const visible = [];
  for (let left = 5; left > 0; left -= 1) {
    visible.push(screen.getByText(/Taking you to the start page in \d s$/).textContent);
    expect(redirect).not.toHaveBeenCalled();
    await seconds(1);
  }
  expect(visible).toEqual(
    [5, 4, 3, 2, 1].map((left) => `Taking you to the start page in ${left} s`),
  );
  expect(redirect).toHaveBeenCalledOnce();
  await seconds(10);
  expect(redirect).toHaveBeenCalledOnce();
});

test('announces the redirect to a screen reader once, with its delay and how to stop it', async () => {
  show();
  const told = screen.getByRole('status');
  const heard: (string | null)[] = [told.textContent];
  const observer = new MutationObserver(() => heard.push(told.textContent));
  observer.observe(told, { childList: true, characterData: true, subtree: true });
  await seconds(3);
  act(() => screen.getByRole('button', { name: 'Stay here' }).click());
  await seconds(5);
  observer.disconnect();
  expect(heard).toEqual([
    'Taking you to the start page in 5 seconds. Select “Stay here” to remain.',
    'You are staying on this page.',
  ]);
  expect(
    screen
      .getByText(/Taking you|You are staying/, { ignore: '[role=status]' })
      .closest('[aria-hidden]'),
  ).not.toBeNull();
});

test('stays on request and keeps the keyboard focus', async () => {
  const { redirect } = show();
  await seconds(2);
  const stay = screen.getByRole('button', { name: 'Stay here', pressed: false });
  act(() => {
    stay.focus();
    stay.click();
  });
  await seconds(10);
  expect(redirect).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Stay here', pressed: true })).toBe(
    document.activeElement,
  );
});

test('does not redirect after the user has left', async () => {
  const { redirect, unmount } = show();
  await seconds(2);
  unmount();
  await seconds(10);
  expect(redirect).not.toHaveBeenCalled();
});

test.each(['/no/such/page', '/app/else', '/APP', '/institution/4', '/products'])(
  'is shown at the unknown address %s',
  async (path) => {
    renderApp(path);
    expect(await screen.findByRole('heading', { name: 'Oops! Page Not Found' })).toBeDefined();
    await waitFor(() => expect(document.title).toBe('Page not found · Chairside'));
  },
);
