import { expect, test } from 'vitest';
import { bundleManifestSchema } from '#shared/core/pages/bundle.ts';
import { pageManifestSchema } from '#shared/core/pages/page-manifest.ts';
import { defaultPageDescription, renderPages } from './prerender.tsx';
import { pages } from './routes.tsx';
import { findPagePreload } from './shell/preload/page-preloads.ts';

const app =
  '<!doctype html><head><title>Chairside</title><script type="module" src="/assets/index-1.js"></script><link rel="stylesheet" crossorigin href="/assets/index-1.css"></head><body><div id="root"></div></body>';
const visited = pages.flatMap(({ path }) => findPagePreload(path)?.parts ?? []);
const bundle = bundleManifestSchema.parse({
  'index.html': { file: 'assets/index-1.js', isEntry: true, imports: ['_base.js'] },
  '_base.js': { file: 'assets/base-1.js' },
  '_shared.js': { file: 'assets/shared-1.js', css: ['assets/shared-1.css'], imports: ['_base.js'] },
  ...Object.fromEntries(
    visited.map((part) => [
      part,
      {
        file: `assets/${part.replace(/.*\//, '').replace(/\.tsx?$/, '-1.js')}`,
        imports: ['_shared.js', 'index.html'],
      },
    ]),
  ),
});
const { files, manifest } = renderPages(app, bundle);
const landings = ['/', '/public-insights', '/insights', '/customer-insights'];

function drawn(path: string, form: 'html' | 'signedInHtml' = 'html'): Document {
  const name = manifest.find((row) => row.path === path)?.[form];
  return new DOMParser().parseFromString(files[name ?? ''] ?? '', 'text/html');
}
const content = (page: Document, selector: string) =>
  page.querySelector(selector)?.getAttribute('content') ?? undefined;

test('every row of the table of pages has its own file, listed in the manifest that the server reads', () => {
  expect(pageManifestSchema.parse(manifest).map(({ path }) => path)).toEqual(
    pages.map(({ path }) => path),
  );
  const names = manifest.flatMap(({ html, signedInHtml }) =>
    signedInHtml === undefined ? [html] : [html, signedInHtml],
  );
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(files).sort()).toEqual(names.sort());
});

test.each(pages.map((page) => [page.path, page] as const))(
  '%s has a title, a description and rules for search engines',
  (path, page) => {
    const html = drawn(path);
    expect(html.querySelectorAll('title')).toHaveLength(1);
    expect(html.title).toBe(`${page.title} · Chairside`);
    expect(content(html, 'meta[name=description]')).toBe(
      page.description ?? defaultPageDescription,
    );
    expect(content(html, 'meta[property="og:title"]')).toBe(html.title);
    expect(content(html, 'meta[property="og:image"]')).toBe('%ORIGIN%/og.png');
    expect(content(html, 'meta[name=robots]')).toBe(page.isIndexed ? undefined : 'noindex');
  },
);

test('search engines index only the landing page, under one URL', () => {
  expect(manifest.filter(({ isIndexed }) => isIndexed).map(({ path }) => path)).toEqual(['/']);
  for (const path of landings) {
    expect(drawn(path).querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      '%ORIGIN%/',
    );
    expect(content(drawn(path), 'meta[property="og:url"]')).toBe('%ORIGIN%/');
  }
  expect(drawn('/app').querySelector('link[rel=canonical]')).toBeNull();
});

test.each(landings)(
  '%s is complete without a script, and loads nothing from other sites',
  (path) => {
    for (const form of ['html', 'signedInHtml'] as const) {
      const html = drawn(path, form);
      expect(html.scripts).toHaveLength(0);
      expect(html.querySelectorAll('link[rel=stylesheet], img, iframe, [onclick]')).toHaveLength(0);
      expect(html.querySelector('h1')?.textContent).toBe(
        'Experience Our Product. Get Reimbursed $500.',
      );
      const addresses = [...html.querySelectorAll('[href], [src]')].map(
        (element) => element.getAttribute('href') ?? element.getAttribute('src'),
      );
      expect(
        addresses.filter((address) => !/^(\/(?!\/)|#|%ORIGIN%|data:)/.test(address ?? '')),
      ).toEqual([]);
      expect(html.querySelectorAll('a[href="/auth/%PROVIDER%"]')).toHaveLength(
        form === 'html' ? 3 : 0,
      );
      expect(html.querySelectorAll('a[href="/app"]')).toHaveLength(form === 'html' ? 0 : 3);
    }
  },
);

test('the other pages are the app with their own head', () => {
  const html = drawn('/app');
  expect(html.querySelector('#root')).not.toBeNull();
  expect(html.scripts).toHaveLength(1);
});

test('a page of the app is painted by its HTML alone, and its styles do not delay the first paint', () => {
  const html = drawn('/portfolio');
  expect(html.querySelector('#root [role=status]')?.textContent).toBe('Loading...');
  expect(html.querySelector('#root .waiting-navigation')?.textContent).toBe('Portfolio');
  expect(html.head.querySelector('link[rel=stylesheet]')).toBeNull();
  expect(html.querySelector('#root + link[rel=stylesheet]')?.getAttribute('href')).toBe(
    '/assets/index-1.css',
  );
  expect(html.querySelectorAll('script:not([src])')).toHaveLength(0);
});

test('a page preloads its own code at once, each file once, and nothing that the app includes', () => {
  const links = [...drawn('/portfolio').querySelectorAll('link[rel=modulepreload]')].map((link) =>
    link.getAttribute('href'),
  );
  expect(links).toEqual([
    '/assets/PortfolioPage-1.js',
    '/assets/shared-1.js',
    '/assets/PortfolioOverview-1.js',
  ]);
  expect(
    drawn('/portfolio').querySelectorAll('link[as=style][href="/assets/shared-1.css"]'),
  ).toHaveLength(1);
});

test('a file missing from the bundle stops the build', () => {
  expect(() => renderPages(app, {})).toThrow("isn't in the bundle");
});

test('the calls of a first visit are in the list that the server reads; the landing has none', () => {
  const callsOf = (path: string) => manifest.find((row) => row.path === path)?.calls;
  expect(callsOf('/')).toBeUndefined();
  expect(callsOf('/app')).toEqual({
    always: ['/api/auth/user'],
    first: ['/api/core/settings', '/api/map/marks'],
  });
  expect(callsOf('/institution/:id/overview')?.first).toContain(
    '/api/health-trends/institution/:id?weeks=1',
  );
});
