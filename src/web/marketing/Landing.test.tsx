import { render, screen, within } from '@testing-library/react';
import { matchPath } from 'react-router';
import { expect, test } from 'vitest';
import { getUser } from '#shared/auth/auth.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import { pages } from '#web/routes.tsx';
import { Landing } from './Landing.tsx';

const signInTexts = [
  'Sign In',
  'Sign In to Claim Your $500 Benefit',
  'Claim Your $500 Benefit Today',
];

test('contains the prescribed texts verbatim', () => {
  render(<Landing provider="google" />);
  const heading = (name: string, level: number) => screen.getByRole('heading', { name, level });
  expect(heading('Experience Our Product. Get Reimbursed $500.', 1)).toBeDefined();
  for (const name of ['How It Works', 'Be the Connection That Matters'])
    expect(heading(name, 2)).toBeDefined();
  const benefits = screen.getByRole('region', { name: /Your visit makes the next one better/ });
  const namesIn = (part: HTMLElement) =>
    within(part)
      .getAllByRole('listitem')
      .map((item) => within(item).getByRole('heading', { level: 3 }).textContent);
  expect(namesIn(benefits)).toEqual(['$500 Annual Benefit', 'Build Empathy', 'Drive Innovation']);
  expect(namesIn(screen.getByRole('region', { name: 'How It Works' }))).toEqual([
    'Book Your Visit',
    'Experience',
    'Get $500 Back',
  ]);
  for (const badge of ['EXCLUSIVE EMPLOYEE BENEFIT', '$500 BENEFIT'])
    expect(screen.getByText(badge)).toBeDefined();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  for (const part of ['banner', 'main', 'contentinfo'])
    expect(screen.getByRole(part)).toBeDefined();
});

test('each sign-in button goes to the configured provider', () => {
  render(<Landing provider="okta" />);
  const links = screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('href') === '/auth/okta');
  expect(links.map((link) => link.textContent)).toEqual(signInTexts);
});

test('offers signed-in users the app and still shows the benefit', () => {
  render(<Landing provider="google" signedIn />);
  const links = screen.getAllByRole('link', { name: 'Open the app' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/app', '/app', '/app']);
  expect(screen.queryByRole('link', { name: /sign in/i })).toBeNull();
  for (const name of ['$500 Annual Benefit', 'Get $500 Back'])
    expect(screen.getByRole('heading', { name })).toBeDefined();
  expect(screen.getByText('Claim Your $500 Benefit Today')).toBeDefined();
});

test('every link leads to an existing page or section', () => {
  const { container } = render(<Landing provider="google" signedIn />);
  for (const link of screen.getAllByRole('link')) {
    const target = link.getAttribute('href') ?? '';
    if (target.startsWith('#')) expect(container.querySelector(target), target).not.toBeNull();
    else expect(pages.find(({ path }) => matchPath(path, target))?.path, target).not.toBe('*');
  }
});

test.each(['/', '/public-insights', '/insights', '/customer-insights'])(
  'the router renders it at %s, signed out and signed in',
  async (path) => {
    const server = startSignedInServer();
    const signedIn = renderApp(path);
    expect(await screen.findAllByRole('link', { name: 'Open the app' })).toHaveLength(3);
    expect(signedIn.router.state.location.pathname).toBe(path);
    signedIn.unmount();
    server.refuse(getUser, 401, 'Sign in first');
    renderApp(path);
    expect((await screen.findByRole('link', { name: 'Sign In' })).getAttribute('href')).toBe(
      '/auth/google',
    );
  },
);
