import { notifications } from '@mantine/notifications';
import type { TestingLibraryMatchers } from '@testing-library/jest-dom/matchers';
import * as matchers from '@testing-library/jest-dom/matchers';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, expect, vi } from 'vitest';

// A page on a busy machine takes longer than the second that is waited by default.
configure({ asyncUtilTimeout: 8_000 });

declare module 'vitest' {
  // The library's own declaration is for an older form of this interface.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends TestingLibraryMatchers<T, R> {}
}

expect.extend(matchers);

afterEach(cleanup);

// Files share a window, one after the other: what the one before left in it is taken away.
vi.useRealTimers();
vi.unstubAllGlobals();
localStorage.clear();
sessionStorage.clear();
notifications.clean();
document.head.replaceChildren();
document.body.replaceChildren();
for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);

// jsdom has neither; Mantine asks for both.
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
// A growing text box waits for the fonts, of which jsdom has none.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
