import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/figtree/wght.css';
import './theme.css';
import { MantineProvider, Tooltip } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from './api.ts';
import { routes } from './shell/router.tsx';
import { cssVariables, theme } from './theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <Tooltip.Group openDelay={700} closeDelay={300}>
          <Notifications />
          <RouterProvider router={createBrowserRouter(routes)} />
        </Tooltip.Group>
      </MantineProvider>
    </QueryClientProvider>
  </StrictMode>,
);
