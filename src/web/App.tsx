import { MantineProvider, Tooltip } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { CrashBoundary } from '#web/shell/crash/crash-boundaries.tsx';
import { ToastArea } from '#web/shell/notices/ToastArea.tsx';
import { cssVariables, theme } from '#web/ui/theme.ts';

interface Properties {
  router: DataRouter;
  queryClient: QueryClient;
  /** 'test' draws dialogs at once and in place. */
  environment?: 'default' | 'test';
}

/** A tooltip waits 700 ms; for 300 ms after one has closed the next does not wait. */
const tooltipDelays = { openDelay: 700, closeDelay: 300 };

export function App({ router, queryClient, environment = 'default' }: Properties) {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" env={environment}>
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
