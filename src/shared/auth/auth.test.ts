import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sanitizeReturnPath } from './auth.ts';

const origin = 'https://chairside.example';

const hostile = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '/%09/evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  '/%5cevil.example',
  '/%2fevil.example',
  '%2f%2fevil.example',
  '/./%2fevil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e%2e//evil.example',
  '/app/..//evil.example',
  '/a//evil.example',
  'https:evil.example',
  'https://evil.example',
  'HTTPS://evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '@evil.example',
  '/@evil.example',
  'evil.example',
  '/。evil.example',
  '/／evil.example',
  '/‥/evil.example',
  '/\u2028evil',
  '/\0',
  '',
  '?returnTo=/app',
  '#x',
  '.',
  '..',
  '/auth/google',
  '/auth',
  '/auth/logout?x=1',
  '/./auth/google',
  '/%2e/auth/google',
  '/x/../auth/google',
  '/api/customer-practices',
  '/api',
  `/${'a'.repeat(512)}`,
];

describe('the path after signing in', () => {
  test.each(hostile)('%j is replaced by the map', (candidate) => {
    expect(sanitizeReturnPath(candidate)).toBe('/app');
  });

  test('a missing path is replaced by the map', () => {
    expect(sanitizeReturnPath(undefined)).toBe('/app');
  });

  test.each([
    '/',
    '/app',
    '/map/',
    '/dashboard?tab=benchmarks',
    '/institution/4/overview',
    '/institution/4/overview?weeks=12&from=2026-01-01#products',
    '/dashboard?q=a%2Fb%20(c)!',
    '/authors',
    '/apiary',
    `/${'a'.repeat(511)}`,
  ])('%j is unchanged', (candidate) => {
    expect(sanitizeReturnPath(candidate)).toBe(candidate);
  });

  test('the browser stays on this site for any input', () => {
    const parts = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '%09',
      '\t',
      '@',
      ':',
      'evil.example',
      'https:',
      '?',
      '#',
      'a',
      '％',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(parts, { maxLength: 8 }).map((found) => found.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (candidate) => {
          const path = sanitizeReturnPath(candidate);
          const target = new URL(path, `${origin}/auth/callback`);
          expect(target.origin).toBe(origin);
          expect(target.pathname.startsWith('//')).toBe(false);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});
