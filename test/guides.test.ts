import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultHealthRules } from '#shared/health.ts';
import { schedules } from '#shared/schedules.ts';
import { guides } from '#web/guides/content/guides.ts';
import { guideNames } from '#web/guides/keys.ts';
import { pages } from '#web/routes.tsx';

const web = join(import.meta.dirname, '../src/web');
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
  .map((name) => readFileSync(join(web, name), 'utf8'))
  .join('\n');

test('every page behind the sign-in has a guide', () => {
  const without = pages.filter(({ guide, isPublic }) => guide === undefined && !isPublic).map(({ path }) => path);
  expect(without).toEqual([]);
});

test('every guide has content, and every content a name', () => {
  expect(Object.keys(guides).sort()).toEqual(Object.keys(guideNames).sort());
});

test('every control that the guide of a page speaks of is marked on some page', () => {
  const used = new Set(pages.flatMap(({ guide }) => guide ?? []));
  const named = [...used].flatMap((key) =>
    guides[key]({ rules: defaultHealthRules, schedules, zone: 'PST' }).features.flatMap(({ control }) => control ?? []),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((control) => !new RegExp(`(data-guide|guide)="${control}"`).test(sources))).toEqual([]);
});

test('every marked control is spoken of in a guide', () => {
  const named = new Set(
    Object.values(guides).flatMap((make) =>
      make({ rules: defaultHealthRules, schedules, zone: 'PST' }).features.flatMap(({ control }) => control ?? []),
    ),
  );
  const marked = [...sources.matchAll(/\b(?:data-)?guide="([a-z-]+)"/g)].map(([, control = '']) => control);
  expect([...new Set(marked)].filter((control) => !named.has(control))).toEqual([]);
});
