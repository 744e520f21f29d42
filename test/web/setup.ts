import { notifications } from '@mantine/notifications';
import type { TestingLibraryMatchers } from '@testing-library/jest-dom/matchers';
import * as matchers from '@testing-library/jest-dom/matchers';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, expect, vi } from 'vitest';

// On a busy machine, pages take longer than the default timeout of one second.
configure({ asyncUtilTimeout: 8_000 });

declare module 'vitest' {
  // The library's own declaration fits an older version of this interface.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown>
    extends TestingLibraryMatchers<T, R> {}
}

expect.extend(matchers);

afterEach(cleanup);

// Test files share a window, so the state that the previous file left is removed.
vi.useRealTimers();
vi.unstubAllGlobals();
localStorage.clear();
sessionStorage.clear();
notifications.clean();
document.head.replaceChildren();
document.body.replaceChildren();
for (const { name } of [...document.documentElement.attributes])
  document.documentElement.removeAttribute(name);

// Mantine needs `matchMedia` and `ResizeObserver`, which jsdom does not have.
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
}));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
Element.prototype.scrollIntoView = () => undefined;
// A growing text box waits for fonts, which jsdom does not have.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
