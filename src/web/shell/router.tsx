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
    // Case-sensitive, like the server's routes.
    children: pages.map(({ path, load }) => ({
      path,
      caseSensitive: true,
      lazy: async () => ({ Component: await load() }),
    })),
  },
];
