import type { RouteObject } from 'react-router';
import { pages } from '#web/routes.tsx';
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx';
import { RouteCrash } from './crash-boundaries.tsx';
import { Shell } from './Shell.tsx';

export const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: RouteCrash,
    HydrateFallback: LoadingScreen,
    // The server tells capital letters from small ones, so the browser does too.
    children: pages.map(({ path, load }) => ({ path, caseSensitive: true, lazy: async () => ({ Component: await load() }) })),
  },
];
