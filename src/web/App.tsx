import { MantineProvider, Tooltip } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { CrashBoundary } from '#web/shell/crash/crash-boundaries.tsx';
import { ToastArea } from '#web/shell/notices/ToastArea.tsx';
import { useFocusOfBusyButtons } from '#web/ui/sending/use-focus-of-busy-buttons.ts';
import { resolveCssVariables, theme } from '#web/ui/theme.ts';

interface Properties {
  router: DataRouter;
  queryClient: QueryClient;
  /** 'test' renders dialogs immediately and in place. */
  environment?: 'default' | 'test';
}

/**
 * Tooltip delays in milliseconds. Within `closeDelay` after a tooltip closed, the next tooltip
 * opens at once.
 */
const tooltipDelays = { openDelay: 700, closeDelay: 300 };

export function App({ router, queryClient, environment = 'default' }: Properties) {
  useFocusOfBusyButtons();
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveCssVariables}
        defaultColorScheme="auto"
        env={environment}
      >
        <CrashBoundary>
          <Tooltip.Group {...tooltipDelays}>
            <ToastArea />
            <RouterProvider router={router} />
          </Tooltip.Group>
        </CrashBoundary>
      </MantineProvider>
    </QueryClientProvider>
  );
}
