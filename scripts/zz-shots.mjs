import { chromium } from 'playwright-core';

const pages = {
  map: '/app',
  portfolio: '/portfolio',
  comparison: '/portfolio?tab=comparison',
  risk: '/at-risk-customers',
  dash: '/dashboard',
  bench: '/dashboard?tab=benchmarks',
  over: '/institution/1234/overview',
  usage: '/institution/1234/overview?tab=usage',
  cmp: '/institution/1234/overview?tab=comparison',
  timeline: '/institution/1234/overview?tab=timeline',
  rules: '/scoring-rules',
  product: '/products/scheduling',
  nf: '/nowhere',
};
const b = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
for (const scheme of ['light', 'dark'])
  for (const width of [1440, 360]) {
    const ctx = await b.newContext({
      viewport: { width, height: 900 },
      colorScheme: scheme,
      baseURL: process.env.ORIGIN,
      reducedMotion: 'reduce',
    });
    const p = await ctx.newPage();
    await p.goto('/auth/google?returnTo=/app');
    await p.getByRole('button', { name: 'Continue as Avery Admin' }).click();
    await p.waitForURL('**/app*');
    for (const [name, path] of Object.entries(pages)) {
      if (process.env.ONLY && !process.env.ONLY.split(',').includes(name)) continue;
      await p.goto(path);
      await p.waitForLoadState('networkidle').catch(() => {});
      await p.waitForTimeout(name === 'map' ? 3500 : 1200);
      await p.screenshot({
        path: `/tmp/shots/${name}-${width}-${scheme}.png`,
        fullPage: name !== 'map' && name !== 'risk',
        clip: undefined,
      });
    }
    await ctx.close();
  }
await b.close();
