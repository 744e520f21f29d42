import { notifications } from '@mantine/notifications';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { getSavedViews } from '#shared/list/saved-views.ts';
import { mockElementSizes } from './layout.ts';
import { startSignedInServer } from './render-app.tsx';
import type { TestServer } from './server.ts';

/**
 * Prepares tests of pages with a list. The window gets a layout. Before each test, a server without
 * notices and saved views is started.
 */
export function beforeEachListPage(prepare: (server: TestServer) => void): void {
  let restore: () => void;
  beforeAll(() => {
    restore = mockElementSizes();
  });
  afterAll(() => restore());
  beforeEach(() => {
    notifications.clean();
    const server = startSignedInServer();
    server.answer(getSavedViews, { rows: [], defaultViewId: null });
    prepare(server);
  });
}
