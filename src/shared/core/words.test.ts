import { expect, test } from 'vitest';
import { formatListQueryString, parseList } from '#shared/list/address.ts';
import { emptyListState } from '#shared/list/state.ts';
import { shortenToOneLine, truncateText } from './words.ts';

test('a text is never cut inside a surrogate pair', () => {
  expect([0, 1, 2, 3].map((length) => truncateText('a😀', length))).toEqual(['', 'a', 'a', 'a😀']);
  expect(shortenToOneLine('a😀b', 3)).toBe('a…');
});

test('the search of a list is never cut inside a surrogate pair, so that a URL can contain it', () => {
  const { state } = parseList([['q', `${'x'.repeat(199)}😀`]], []);
  expect(state).toEqual({ ...emptyListState, search: 'x'.repeat(199) });
  expect(formatListQueryString(state)).toBe(`q=${'x'.repeat(199)}`);
});
