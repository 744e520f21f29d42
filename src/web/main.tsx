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

// The app's stylesheet is at the end of the HTML, so that the start screen is painted before it
// loads. It is moved to the head, before the stylesheets of pages, because page styles must
// override it.
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
