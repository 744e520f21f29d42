import { Modal } from '@mantine/core';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet, type RouteObject } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getUser } from '#shared/auth/auth.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { getGuideFigures } from '#shared/metrics/guide-figures.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { createInstitutionGuide } from '#web/overview/guide.ts';
import type { PageGuideEntry } from '#web/ui/guide/guide.ts';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { PageTitleButtonContext } from '#web/ui/page/page-title-button.ts';
import { GuideButton } from './GuideButton.tsx';
import { PageGuideWhenOpen } from './PageGuideWhenOpen.tsx';
import { PageGuideContext } from './page-guide.ts';

let server: TestServer;
beforeEach(() => {
  server = startSignedInServer();
  server.answer(getGuideFigures, {
    rules: { ...defaultHealthRules, graceDays: 60 },
    businessTimeZone: 'America/Los_Angeles',
    freshness: {
      officialWeekEnd: null,
      scoresAt: null,
      provisionalAt: null,
      usageAt: null,
      benchmarksAt: null,
    },
    figures: {},
  });
  localStorage.clear();
  Element.prototype.checkVisibility = () => true;
});
afterEach(() => vi.useRealTimers());

const guideEntry: PageGuideEntry = {
  key: 'institution',
  name: 'Customer Overview',
  load: async () => createInstitutionGuide,
};

const framed: RouteObject[] = [
  {
    element: (
      <PageGuideContext value={guideEntry}>
        <PageTitleButtonContext value={<GuideButton />}>
          <Outlet />
        </PageTitleButtonContext>
        <PageGuideWhenOpen />
      </PageGuideContext>
    ),
    children: [
      {
        path: '/page',
        element: (
          <main>
            <PageTitle>Elm Dental</PageTitle>
            <button type="button" data-guide="book-online">
              Book Online
            </button>
            <section data-guide="products">Products</section>
            <MetricInfo metric="grace" />
          </main>
        ),
      },
      { path: '/before', element: <p>before</p> },
    ],
  },
];

const guide = () => screen.findByRole('dialog', { name: /Customer Overview Guide/ });
const openGuide = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Customer Overview Guide' }));
  return within(await guide());
};
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the guide', () => {
  test('opens from the title, with its tabs and label, and is marked as seen', async () => {
    renderApp('/page', framed);
    expect(localStorage.getItem('chairside-guide-seen:institution')).toBeNull();
    const dialog = await openGuide();
    expect(dialog.getByText('AI Generated Guide')).toBeVisible();
    const tabs = await dialog.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual([
      'Features',
      'How It Works',
      'Health Scoring',
    ]);
    expect(dialog.getByRole('button', { name: 'Actions' })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    await userEvent.click(dialog.getByRole('tab', { name: 'Health Scoring' }));
    expect(dialog.getByText(/There is a 60-day grace period/)).toBeVisible();
    expect(localStorage.getItem('chairside-guide-seen:institution')).toBe('true');
  });

  test('is part of the URL: closing and the back button return to the page', async () => {
    const { router } = renderApp('/page?tab=usage', framed);
    await openGuide();
    expect(router.state.location).toMatchObject({
      pathname: '/page',
      search: '?tab=usage',
      hash: '#guide',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Close guide' }));
    await gone();
    expect(router.state.location).toMatchObject({ search: '?tab=usage', hash: '' });
    await openGuide();
    await act(() => router.navigate(-1));
    await gone();
    expect(router.state.location.hash).toBe('');
  });

  test('opens by link, and closing stays on the page', async () => {
    const { router } = renderApp('/before', framed);
    await screen.findByText('before');
    await act(() => router.navigate('/page?tab=usage#guide'));
    await guide();
    await userEvent.keyboard('{Escape}');
    await gone();
    expect(router.state.location).toMatchObject({
      pathname: '/page',
      search: '?tab=usage',
      hash: '',
    });
    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe('/before');
  });

  test('visitors have neither button nor guide', async () => {
    server.refuse(getUser, 401, 'Sign in first');
    renderApp('/page#guide', framed);
    await screen.findByRole('heading', { name: 'Elm Dental' });
    await waitFor(() => expect(server.callsTo(getUser)).toHaveLength(1));
    expect(screen.queryByRole('button', { name: /Guide/ })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.callsTo(getGuideFigures)).toEqual([]);
  });

  test('reports settings that failed to load, shows defaults and can retry', async () => {
    server.refuse(getGuideFigures, 503, 'The database is busy.');
    renderApp('/page#guide', framed);
    const dialog = within(await guide());
    expect(await dialog.findByText('The database is busy.')).toBeVisible();
    await userEvent.click(dialog.getByRole('tab', { name: 'Health Scoring' }));
    expect(dialog.getByText(/There is a 90-day grace period/)).toBeVisible();
  });
});

describe('show me', () => {
  const ask = async (feature: string) => {
    renderApp('/page', framed);
    const dialog = await openGuide();
    await userEvent.click(await dialog.findByRole('button', { name: feature }));
    await userEvent.click(await dialog.findByRole('button', { name: `Show me: ${feature}` }));
    return dialog;
  };

  test('closes the guide, focuses the control and outlines it for three seconds', async () => {
    await ask('Book Online');
    await gone();
    const control = screen.getByRole('button', { name: 'Book Online' });
    await waitFor(() => expect(control).toHaveFocus());
    expect(control).toHaveAttribute('data-guide-shown');
    await waitFor(() => expect(control).not.toHaveAttribute('data-guide-shown'), { timeout: 3500 });
  });

  test('focuses an unfocusable control temporarily', async () => {
    await ask('Products');
    await gone();
    const part = screen.getByText('Products');
    await waitFor(() => expect(part).toHaveFocus());
    act(() => part.blur());
    expect(part).not.toHaveAttribute('tabindex');
  });

  test('reports a control that is not on the page', async () => {
    const dialog = await ask('What would raise the score');
    expect(dialog.getByText('This control is not on the page at the moment.')).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
  });
});

describe('the “i” beside a figure', () => {
  test('closes without closing the dialog below', async () => {
    const onClose = vi.fn();
    const inDialog = (
      <Modal opened onClose={onClose} title="Elm Dental">
        <MetricInfo metric="grace" />
      </Modal>
    );
    renderApp('/page', [{ path: '/page', element: inDialog }]);
    await userEvent.click(await screen.findByRole('button', { name: 'About In grace' }));
    const card = await screen.findByRole('dialog', { name: 'In grace' });
    await waitFor(() => expect(card.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'In grace' })).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
  });

  test('shows the definition by the current rules and returns the focus', async () => {
    renderApp('/page', framed);
    const button = await screen.findByRole('button', { name: 'About In grace' });
    expect(server.callsTo(getGuideFigures)).toEqual([]);
    button.focus();
    await userEvent.keyboard('{Enter}');
    const card = within(await screen.findByRole('dialog'));
    expect(await card.findByText(/including day 60/)).toBeVisible();
    expect(card.queryByText(/score_week/)).toBeNull();
    await userEvent.keyboard('{Escape}');
    await gone();
    expect(button).toHaveFocus();
  });

  test('shows default numbers as such when the settings fail to load', async () => {
    server.refuse(getGuideFigures, 500, 'down');
    renderApp('/page', framed);
    await userEvent.click(await screen.findByRole('button', { name: 'About In grace' }));
    expect(await screen.findByText(/including day 90/)).toBeVisible();
    expect(screen.getByText(/the numbers are the defaults/)).toBeVisible();
  });
});
