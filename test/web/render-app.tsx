import { render } from '@testing-library/react';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { getUser } from '#shared/auth/auth.ts';
import { getSystemNotices } from '#shared/core/notices.ts';
import { getClientSettings } from '#shared/core/settings/settings.ts';
import type { User } from '#shared/core/user.ts';
import { getPractices } from '#shared/institutions/institutions.ts';
import { getNotices } from '#shared/notices/notices.ts';
import { getProspects, postPlaceSearch } from '#shared/prospects/prospects.ts';
import { getFirstSteps } from '#shared/scoring/first-steps.ts';
import { getWorkloads } from '#shared/work/workloads.ts';
import { App } from '#web/App.tsx';
import { createQueryClient } from '#web/core/api.ts';
import { routes as allRoutes } from '#web/shell/router.tsx';
import { installServerStub, type TestServer } from './server.ts';

export const morgan: User = {
  id: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e5f',
  name: 'Morgan Member',
  email: 'morgan@chairside.example',
  picture: null,
  role: 'member',
};

/** Starts a server without data on which Morgan is signed in. */
export function startSignedInServer(): TestServer {
  const server = installServerStub();
  server.answer(getUser, morgan);
  server.answer(getClientSettings, {
    identityProvider: 'google',
    crmProvider: 'hubspot',
    placesProvider: 'google',
    demo: true,
    businessTimeZone: 'America/Los_Angeles',
    mapStyleUrl: null,
  });
  server.answer(getFirstSteps, { missing: [], isScored: true });
  server.answer(getSystemNotices, { rows: [] });
  server.answer(getNotices, { rows: [] });
  server.answer(getPractices, { practices: [], tierLimits: null });
  server.answer(getProspects, []);
  server.answer(getWorkloads, { rows: [] });
  server.answer(postPlaceSearch, {
    results: [],
    notice: null,
    attribution: null,
    isStorable: true,
  });
  return server;
}

/**
 * Renders the product at a path like a browser. With `environment` 'default', menus and dialogs are
 * rendered at the end of the document, as in a browser.
 */
export function renderApp(
  path: string,
  routes: RouteObject[] = allRoutes,
  environment: 'test' | 'default' = 'test',
) {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const view = render(
    <App router={router} queryClient={createQueryClient()} environment={environment} />,
  );
  return { ...view, router };
}
