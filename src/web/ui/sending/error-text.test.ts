import { expect, test } from 'vitest';
import { ApiError } from '#web/core/api.ts';
import { errorText } from './error-text.ts';

test.each([
  [new ApiError(404, 'This customer was not found.'), 'This customer was not found.'],
  [new ApiError(422, 'email: must end in @elm.example'), 'email: must end in @elm.example'],
  [
    new ApiError(422, 'name: Too big: expected string to have <=80 characters'),
    'The value of “name” isn’t accepted. Check your entries, then retry.',
  ],
  [new ApiError(500, 'Something went wrong'), 'Something went wrong'],
  [new ApiError(422, '300 rows have no date.'), '300 rows have no date.'],
  [new ApiError(502, '502 Bad Gateway'), 'Chairside is restarting or busy. Retry in a moment.'],
  [new ApiError(502, '502: upstream'), 'Chairside is restarting or busy. Retry in a moment.'],
  [new ApiError(404, 'Not Found'), 'It no longer exists, or the link is wrong. Reload the page.'],
  [new ApiError(429, ''), 'Too many requests. Wait a minute, then retry.'],
  [new ApiError(502, '<html>nginx</html>'), 'Chairside is restarting or busy. Retry in a moment.'],
  [new ApiError(500, '{"error":"x"}'), 'The server failed. Retry, or tell an administrator.'],
  [
    new TypeError('Failed to fetch'),
    'Chairside can’t be reached. Check your connection, then retry.',
  ],
  [new SyntaxError('Unexpected token'), 'The answer couldn’t be read. Reload the page.'],
  [new Error('Choose a file first.'), 'Choose a file first.'],
])('%s is shown in words', (error, text) => {
  expect(errorText(error)).toBe(text);
});

test('a long text of capitals is read at once', () => {
  const text = `${'A'.repeat(5_000)}!`;
  const start = performance.now();
  expect(errorText(new ApiError(422, text))).toBe(text);
  expect(performance.now() - start).toBeLessThan(500);
});
