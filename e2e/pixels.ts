import type { Page } from '@playwright/test';

/**
 * Counts the pixels of a screenshot that are close to each color. No channel may differ by more
 * than `within`.
 */
export async function countPixelsByColor(
  page: Page,
  picture: Buffer,
  colors: Record<string, [number, number, number]>,
  within = 23,
): Promise<Record<string, number>> {
  // A separate page is needed, because the site's content security policy blocks images from data
  // URLs.
  const reader = await page.context().newPage();
  const counts = await reader.evaluate(
    async ({ source, wanted, most }) => {
      const bitmap = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      const counts: Record<string, number> = {};
      for (const [name, color] of Object.entries(wanted)) {
        let near = 0;
        for (let at = 0; at < data.length; at += 4) {
          if (color.every((channel, index) => Math.abs((data[at + index] ?? 0) - channel) <= most))
            near += 1;
        }
        counts[name] = near;
      }
      return counts;
    },
    { source: `data:image/png;base64,${picture.toString('base64')}`, wanted: colors, most: within },
  );
  await reader.close();
  return counts;
}
