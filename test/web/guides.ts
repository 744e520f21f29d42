import { pages } from '#web/routes.tsx';
import type { GuideFactory } from '#web/ui/guide/guide.ts';

/** Returns all guides by key. */
export async function loadAllGuides(): Promise<Map<string, GuideFactory>> {
  return new Map(
    await Promise.all(
      pages
        .flatMap(({ guide }) => guide ?? [])
        .map(async ({ key, load }) => [key, await load()] as const),
    ),
  );
}
