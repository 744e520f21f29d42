import { expect, test } from 'vitest';
import { pageManifestSchema } from '#shared/core/page-manifest.ts';
import { drawPages } from './prerender.tsx';
import { pages } from './routes.tsx';

const app =
  '<!doctype html><head><title>Chairside</title></head><div id="root"></div><script type="module" src="/assets/index-1.js"></script>';
const { files, manifest } = drawPages(app, bundle);
const landings = ['/', '/public-insights', '/insights', '/customer-insights'];

function drawn(path: string, form: 'html' | 'signedInHtml' = 'html'): Document {
  const name = manifest.find((row) => row.path === path)?.[form];
  return new DOMParser().parseFromString(files[name ?? ''] ?? '', 'text/html');
}
const content = (page: Document, selector: string) => page.querySelector(selector)?.getAttribute('content') ?? undefined;

test('every row of the table of pages has a file of its own, and the list of them is what the server reads', () => {
  expect(pageManifestSchema.parse(manifest).map(({ path }) => path)).toEqual(pages.map(({ path }) => path));
  const names = manifest.flatMap(({ html, signedInHtml }) => (signedInHtml === undefined ? [html] : [html, signedInHtml]));
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(files).sort()).toEqual(names.sort());
});

test.each(pages.map((page) => [page.path, page] as const))('%s tells its title, description and what engines may do', (path, page) => {
  const html = drawn(path);
  expect(html.querySelectorAll('title')).toHaveLength(1);
  expect(html.title).toBe(`${page.title} · Chairside`);
  expect(content(html, 'meta[name=description]')).toBe(page.description);
  expect(content(html, 'meta[property="og:title"]')).toBe(html.title);
  expect(content(html, 'meta[property="og:image"]')).toBe('%ORIGIN%/og.png');
  expect(content(html, 'meta[name=robots]')).toBe(page.isIndexed ? undefined : 'noindex');
});

test('only the landing is known to search engines, by one address', () => {
  expect(manifest.filter(({ isIndexed }) => isIndexed).map(({ path }) => path)).toEqual(['/']);
  for (const path of landings) {
    expect(drawn(path).querySelector('link[rel=canonical]')?.getAttribute('href')).toBe('%ORIGIN%/');
    expect(content(drawn(path), 'meta[property="og:url"]')).toBe('%ORIGIN%/');
  }
  expect(drawn('/app').querySelector('link[rel=canonical]')).toBeNull();
});

test.each(landings)('%s is whole without a script, and asks for nothing from elsewhere', (path) => {
  for (const form of ['html', 'signedInHtml'] as const) {
    const html = drawn(path, form);
    expect(html.scripts).toHaveLength(0);
    expect(html.querySelectorAll('link[rel=stylesheet], img, iframe, [onclick]')).toHaveLength(0);
    expect(html.querySelector('h1')?.textContent).toBe('Experience Our Product. Get Reimbursed $500.');
    const addresses = [...html.querySelectorAll('[href], [src]')].map(
      (element) => element.getAttribute('href') ?? element.getAttribute('src'),
    );
    expect(addresses.filter((address) => !/^(\/(?!\/)|#|%ORIGIN%|data:)/.test(address ?? ''))).toEqual([]);
    expect(html.querySelectorAll('a[href="/auth/%PROVIDER%"]')).toHaveLength(form === 'html' ? 3 : 0);
    expect(html.querySelectorAll('a[href="/app"]')).toHaveLength(form === 'html' ? 0 : 3);
  }
});

test('the other pages are the app with their own head', () => {
  const html = drawn('/app');
  expect(html.querySelector('#root')).not.toBeNull();
  expect(html.scripts).toHaveLength(1);
});
