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
    children: pages.map(({ path, load }) => ({ path, lazy: async () => ({ Component: await load() }) })),
  },
];
