import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pageDrawer } from './draw-pages.ts';

/** Has every part that is asked of it. */
const anyBundle = new Proxy({}, { get: () => ({ file: 'assets/part.js', imports: [], dynamicImports: [], css: [] }) });

test('the landing with its style is at most 14 kB on its way, the signed-in one too', async () => {
  const draw = await pageDrawer('prerender-test');
  const { files } = draw('<title>Chairside</title>', anyBundle);
  for (const name of ['pages/landing.html', 'pages/landing.signed-in.html']) {
    const html = files[name] ?? '';
    expect(html).toContain('.landing');
    expect(html).toMatch(/src:url\(\/assets\/figtree-[^)]+\.woff2\)/);
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(14_000);
  }
  // What a page of the app begins with has its style with it.
  expect(files['pages/app.html']).toContain('.loading-screen{');
});
