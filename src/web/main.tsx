import './mantine.css';
import '@fontsource-variable/figtree/wght.css';
import './theme.css';
import './start.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { createQueryClient } from '#web/core/api.ts';
import { routes } from '#web/shell/router.tsx';
import { App } from './App.tsx';

// The HTML has the app's styles at its end, so that its start is painted without them. They are
// moved to the head, before the styles of pages, because the styles of pages must take precedence.
const late = document.querySelector('body > link[rel="stylesheet"]');
if (late !== null) {
  const own = late.cloneNode();
  own.addEventListener('load', () => late.remove());
  document.head.append(own);
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <App router={createBrowserRouter(routes)} queryClient={createQueryClient()} />
  </StrictMode>,
);
