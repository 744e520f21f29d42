import type { RouteObject } from 'react-router';
import { loadCode } from '#web/core/load-code.ts';
import { pages } from '#web/routes.tsx';
import { RouteCrashScreen } from './crash/crash-boundaries.tsx';
import { Shell } from './Shell.tsx';
import { CurrentPageStartScreen } from './StartScreen.tsx';

export const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: RouteCrashScreen,
    HydrateFallback: CurrentPageStartScreen,
    // Paths are case-sensitive, as on the server.
    children: pages.map(({ path, load }) => ({
      path,
      caseSensitive: true,
      lazy: async () => ({ Component: await loadCode(load) }),
    })),
  },
];
