import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

/**
 * Fails a test that logs an error. A test that expects console.error replaces the spy's
 * implementation and clears it.
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
