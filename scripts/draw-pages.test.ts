import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pageDrawer } from './draw-pages.ts';

test('the landing with its style is at most 14 kB on its way, the signed-in one too', async () => {
  const draw = await pageDrawer('prerender-test');
  const { files } = draw('<title>Chairside</title>', {});
  for (const name of ['pages/landing.html', 'pages/landing.signed-in.html']) {
    const html = files[name] ?? '';
    expect(html).toContain('.landing');
    expect(html).toMatch(/src:url\(\/assets\/figtree-[^)]+\.woff2\)/);
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(14_000);
  }
});
