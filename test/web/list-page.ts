import { notifications } from '@mantine/notifications';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { getSavedViews } from '#shared/list/saved-views.ts';
import { withLayout } from './layout.ts';
import { signedInServer } from './render-app.tsx';
import type { TestServer } from './server.ts';

/**
 * Prepares tests of pages with a list. The window gets a layout. Before each test, a server without
 * notices and saved views is started.
 */
export function beforeEachListPage(prepare: (server: TestServer) => void): void {
  let restore: () => void;
  beforeAll(() => {
    restore = withLayout();
  });
  afterAll(() => restore());
  beforeEach(() => {
    notifications.clean();
    const server = signedInServer();
    server.answer(getSavedViews, { rows: [], defaultViewId: null });
    prepare(server);
  });
}
