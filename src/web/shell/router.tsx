import type { RouteObject } from 'react-router';
import { pages } from '#web/routes.tsx';
import { RouteCrash } from './crash/crash-boundaries.tsx';
import { Shell } from './Shell.tsx';
import { StartingPage } from './StartScreen.tsx';

export const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: RouteCrash,
    HydrateFallback: StartingPage,
    // Paths are case-sensitive, as on the server.
    children: pages.map(({ path, load }) => ({
      path,
      caseSensitive: true,
      lazy: async () => ({ Component: await load() }),
    })),
  },
];
