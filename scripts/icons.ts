// Draws the icons for browsers and phones, and the preview image for links. Uses public/icon.svg
// and the colors of the theme.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemeColors } from '#web/ui/theme.ts';
import { launchBrowser } from './browser.ts';

const root = join(import.meta.dirname, '..');
const pictures = join(root, 'src/web/public');
const icon = readFileSync(join(pictures, 'icon.svg'), 'utf8');
/**
 * Icon without rounded corners. Phones round the corners themselves and cut off up to a tenth of
 * each side.
 */
const full = icon.replace(/ rx="\d+"/, '');
const font = readFileSync(
  join(root, 'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
  'base64',
);
const { page: paper, text, accent, warm, sand } = schemeColors.light;

const preview = `
<style>
  @font-face { font-family: Figtree; font-weight: 300 900; src: url(data:font/woff2;base64,${font}) }
  body { margin: 0; width: 1200px; height: 630px; position: relative; overflow: hidden; background: ${paper}; color: ${text}; font-family: Figtree }
  header { position: absolute; left: 80px; top: 72px; display: flex; align-items: center; gap: 18px; font: 680 36px Figtree; letter-spacing: -.02em }
  header svg { width: 60px }
  h1 { position: absolute; left: 80px; bottom: 64px; margin: 0; font: 640 88px/1.04 Figtree; letter-spacing: -.038em }
  h1 span { color: ${accent} }
  .arch { position: absolute; right: -40px; bottom: 0; width: 400px; height: 500px; border-radius: 200px 200px 0 0; background: ${sand} }
  .sun { position: absolute; right: 92px; top: 72px; width: 104px; height: 104px; border-radius: 50%; background: ${warm} }
  .slip { position: absolute; right: 84px; top: 262px; padding: 26px 34px 30px; border-radius: 22px; background: #fff; rotate: -5deg;
    box-shadow: 0 18px 44px rgb(16 38 44 / 14%); font: 440 24px Figtree }
  .slip b { display: block; margin-top: 4px; color: ${accent}; font: 650 62px/1.1 Figtree; letter-spacing: -.03em }
</style>
<div class="arch"></div><div class="sun"></div><div class="slip">Paid back to you<b>$500.00</b></div>
<header>${icon}Chairside</header>
<h1>Experience<br>Our Product.<br><span>Get Reimbursed<br>$500.</span></h1>`;

const drawings = [
  { name: 'icon-192.png', size: [192, 192], html: icon },
  { name: 'icon-512.png', size: [512, 512], html: icon },
  { name: 'icon-maskable-512.png', size: [512, 512], html: full },
  { name: 'apple-touch-icon.png', size: [180, 180], html: full },
  { name: 'og.png', size: [1200, 630], html: preview },
] as const;

const browser = await launchBrowser();
try {
  for (const { name, size, html } of drawings) {
    const [width, height] = size;
    const page = await browser.newPage({ viewport: { width, height } });
    await page.setContent(
      html === preview ? html : `<style>body{margin:0}svg{display:block;width:100%}</style>${html}`,
    );
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    await page.screenshot({ path: join(pictures, name), omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
