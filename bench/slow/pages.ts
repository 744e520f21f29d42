import type { Page } from '@playwright/test';
import { z } from 'zod';
import { healthTiers } from '#shared/core/tiers.ts';
import { tierStyles } from '#web/ui/tier/tiers.ts';
import type { SlowPage } from './visit.ts';

/**
 * Minimum number of pixels in marker colors, about as many as a few markers have. The colors occur
 * nowhere else in this part of the map.
 */
const enoughPixels = 200;
const openMap = { x: 400, y: 120, width: 800, height: 600 };

/**
 * Returns `true` when markers are visible in a screenshot of the map. A separate page reads the
 * screenshot.
 */
async function hasMarks(page: Page): Promise<boolean> {
  const picture = await page.screenshot({ clip: openMap });
  const reader = await page.context().newPage();
  try {
    const count = z.number().parse(await reader.evaluate(countPixels(picture.toString('base64'))));
    return count >= enoughPixels;
  } finally {
    await reader.close();
  }
}

/**
 * Script for the separate page that counts the pixels of the screenshot with the color of a tier.
 */
const countPixels = (png: string) => `(async () => {
  const bytes = Uint8Array.from(atob('${png}'), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  drawing.drawImage(bitmap, 0, 0);
  const wanted = new Set(${JSON.stringify(healthTiers.map((tier) => Number.parseInt(tierStyles[tier].fill.slice(1), 16)))});
  const { data } = drawing.getImageData(0, 0, bitmap.width, bitmap.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if (wanted.has((data[at] << 16) | (data[at + 1] << 8) | data[at + 2])) count += 1;
  return count;
})()`;

/** Pages whose main content must appear within the promised time. */
export const buildMainPages = (institutionId: number): SlowPage[] => [
  {
    name: 'map',
    path: '/app',
    isUsable: `/, [1-9]/.test(document.querySelector('[aria-label="Legend"] [role=checkbox]')?.getAttribute('aria-label') ?? '')`,
    isDrawn: hasMarks,
  },
  {
    name: 'portfolio',
    path: '/portfolio',
    isUsable: `/\\d/.test(document.querySelector('[data-guide="portfolio-figures"] a')?.textContent ?? '')`,
  },
  {
    name: 'at risk',
    path: '/at-risk-customers',
    isUsable: `document.querySelector('[role=grid] tbody [role=row], [role=grid] tbody tr') !== null`,
  },
  {
    name: 'overview',
    path: `/institution/${institutionId}/overview`,
    isUsable: `/\\d/.test(document.querySelector('[data-guide="customer-actions"]')?.previousElementSibling?.textContent ?? '')`,
  },
];

/** Pages that are checked only for layout shift while they load. */
export const otherPages: SlowPage[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    isUsable: `document.querySelector('[data-guide="board-filters"] [role=status]') !== null`,
  },
  {
    name: 'benchmarks',
    path: '/dashboard?tab=benchmarks',
    isUsable: `document.querySelector('table, [role=grid]') !== null`,
  },
  {
    name: 'scoring rules',
    path: '/scoring-rules',
    isUsable: `document.querySelector('main input') !== null`,
  },
  {
    name: 'product page',
    path: '/products/scheduling',
    isUsable: `document.querySelector('main h2') !== null`,
  },
];
