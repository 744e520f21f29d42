import font from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { BundleManifest } from '#shared/core/pages/bundle.ts';
import type { PageManifest } from '#shared/core/pages/page-manifest.ts';
import { Landing } from '#web/marketing/Landing.tsx';
import { StartScreen } from '#web/shell/StartScreen.tsx';
import { createSchemeVariables, schemeColors } from '#web/ui/theme.ts';
import landingStyle from './marketing/landing.css?inline';
import icon from './public/icon.svg?raw';
import { type PageRoute, pages } from './routes.tsx';
import { PreloadLinks } from './shell/preload/PreloadLinks.tsx';
import { findPreloadCalls } from './shell/preload/page-preloads.ts';
import startStyle from './start.css?inline';

/** Placeholder for the site's origin. The server replaces it when it starts. */
const origin = '%ORIGIN%';
/** Placeholder for the identity provider in paths. The server replaces it when it starts. */
const provider = '%PROVIDER%';

/** Description in link previews of pages that have no description of their own. */
export const defaultPageDescription = 'Customer health, churn and daily work of customer success.';

/** Metadata of a page for search engines, link previews and browsers. */
function Facts({ page }: { page: PageRoute }) {
  const description = page.description ?? defaultPageDescription;
  const title = `${page.title} · Chairside`;
  const address = page.canonical ?? (page.isIndexed ? page.path : undefined);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {!page.isIndexed && <meta name="robots" content="noindex" />}
      {address !== undefined && <link rel="canonical" href={origin + address} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Chairside" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {address !== undefined && <meta property="og:url" content={origin + address} />}
      <meta property="og:image" content={`${origin}/og.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content="Experience Our Product. Get Reimbursed $500." />
      <meta name="twitter:card" content="summary_large_image" />
      <meta
        name="theme-color"
        media="(prefers-color-scheme: light)"
        content={schemeColors.light.page}
      />
      <meta
        name="theme-color"
        media="(prefers-color-scheme: dark)"
        content={schemeColors.dark.page}
      />
    </>
  );
}

const declarations = (scheme: 'light' | 'dark') =>
  Object.entries(createSchemeVariables(scheme))
    .filter(([name]) => !name.startsWith('--tier-'))
    .map(([name, value]) => `${name}:${value}`)
    .join(';');

const ground = [
  `:root{${declarations('light')}}`,
  `@media (prefers-color-scheme:dark){:root{${declarations('dark')}}}`,
  'body{margin:0;background:var(--mantine-color-body)}',
];

const style = [
  `@font-face{font-family:'Figtree Variable';font-style:normal;font-display:swap;font-weight:300 900;src:url(${font}) format('woff2')}`,
  ...ground,
  landingStyle.trim(),
].join('\n');

/**
 * Renders the landing page without a script, with its style and icon in the head. It has no
 * manifest, because only the app can be installed.
 */
function LandingDocument({ page, signedIn }: { page: PageRoute; signedIn: boolean }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Facts page={page} />
        <link
          rel="icon"
          type="image/svg+xml"
          href={`data:image/svg+xml,${encodeURIComponent(icon)}`}
        />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <style>{style}</style>
      </head>
      <body>
        <Landing signedIn={signedIn} provider={provider} />
      </body>
    </html>
  );
}

const beginning = [
  ...ground,
  'body{font-family:system-ui,sans-serif;color:var(--mantine-color-text)}',
  startStyle.trim(),
].join('\n');

/**
 * Returns the HTML of the app for a page. It contains the start screen, and preloads of the files
 * and API calls that the page needs.
 */
function appDocument(app: string, page: PageRoute, bundle: BundleManifest): string {
  const styles = app.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  const head = (
    <>
      <Facts page={page} />
      <style>{beginning}</style>
    </>
  );
  // The replacements are functions, because `$` has a special meaning in a replacement text.
  return styles
    .reduce((html, link) => html.replace(link, ''), app)
    .replace(
      '<title>Chairside</title>',
      () =>
        styles.join('').replaceAll('stylesheet"', 'preload" as="style"') +
        renderToStaticMarkup(head),
    )
    .replace(
      '</head>',
      () => `${renderToStaticMarkup(<PreloadLinks path={page.path} bundle={bundle} />)}</head>`,
    )
    .replace('<div id="root"></div>', () => {
      // The stylesheets follow the start screen in the HTML, so that they do not delay its
      // painting.
      return `<div id="root">${renderToStaticMarkup(<StartScreen page={page} />)}</div>${styles.join('')}`;
    });
}

const asDocument = (drawn: ReactElement) => `<!doctype html>\n${renderToStaticMarkup(drawn)}\n`;

function fileName(path: string): string {
  if (path === '/') return 'pages/landing.html';
  if (path === '*') return 'pages/not-found.html';
  return `pages/${path.slice(1).replaceAll('/:', '.').replaceAll('/', '.')}.html`;
}

/**
 * Returns the HTML of every page by its file name in `dist`, made from the bundler's HTML of the
 * app.
 */
export function renderPages(
  app: string,
  bundle: BundleManifest,
): { files: Record<string, string>; manifest: PageManifest } {
  const files: Record<string, string> = {};
  const manifest = pages.map((page) => {
    const html = fileName(page.path);
    const row = {
      path: page.path,
      html,
      isIndexed: page.isIndexed,
      calls: findPreloadCalls(page.path),
    };
    if (!page.isPrerendered) {
      files[html] = appDocument(app, page, bundle);
      return row;
    }
    const signedInHtml = html.replace(/\.html$/, '.signed-in.html');
    files[html] = asDocument(<LandingDocument page={page} signedIn={false} />);
    files[signedInHtml] = asDocument(<LandingDocument page={page} signedIn />);
    return { ...row, signedInHtml };
  });
  return { files, manifest };
}
