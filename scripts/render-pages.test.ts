import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildPageRenderer } from './render-pages.ts';

/** Bundle manifest that contains every requested key. */
const anyBundle = new Proxy(
  {},
  { get: () => ({ file: 'assets/part.js', imports: [], dynamicImports: [], css: [] }) },
);

test('the landing page with its style is at most 14 kB compressed, also for signed-in users', async () => {
  const draw = await buildPageRenderer('prerender-test');
  const { files } = draw('<title>Chairside</title>', anyBundle);
  for (const name of ['pages/landing.html', 'pages/landing.signed-in.html']) {
    const html = files[name] ?? '';
    expect(html).toContain('.landing');
    expect(html).toMatch(/src:url\(\/assets\/figtree-[^)]+\.woff2\)/);
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(14_000);
  }
  // The start screen of the app's pages contains its own style.
  expect(files['pages/app.html']).toContain('.loading-screen{');
});
