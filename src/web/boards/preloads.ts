import { paths } from '#shared/core/pages/paths.ts';
import { getClientSettings } from '#shared/core/settings/settings.ts';
import type { PagePreloads } from '#web/ui/page/preloads.ts';

export const preloadsByPage: PagePreloads = {
  [paths.dashboard]: {
    parts: ['src/web/boards/DashboardPage.tsx', 'src/web/boards/CustomersTab.tsx'],
    // The board and the scope depend on the URL and the browser's storage. The server doesn't know
    // them, so the calls for them cannot be preloaded.
    calls: [getClientSettings.path],
  },
};
