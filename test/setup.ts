import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

/**
 * Spy on console.error, because any call fails the test. A test that expects console.error replaces
 * the spy's implementation and clears its calls.
 */
let errors: MockInstance<typeof console.error>;

beforeEach(() => {
  errors = vi.spyOn(console, 'error');
});

afterEach(() => {
  const calls = errors.mock.calls.map((call) => call.map(String).join(' '));
  errors.mockRestore();
  expect(calls, 'unexpected console.error').toEqual([]);
});
