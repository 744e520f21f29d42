import { getClientSettings } from '#shared/core/settings/settings.ts';
import { getMapMarks } from '#shared/map/marks.ts';
import type { PagePreloads } from '#web/ui/page/preloads.ts';

const map = {
  // The map library is not preloaded, because it is as large as the rest of the page. The page
  // loads it after rendering, and the practice list after the library.
  parts: ['src/web/map/MapPage.tsx'],
  calls: [getClientSettings.path, getMapMarks.path],
};

export const preloadsByPage: PagePreloads = {
  '/app': map,
  '/home': map,
  '/map': map,
  '/search': map,
  '/customer-success': map,
};
