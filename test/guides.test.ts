import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { schedulesNamedInGuides } from '#shared/core/jobs/schedules.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { loadAllGuides } from '#test/web/guides.ts';
import { pages } from '#web/routes.tsx';
import type { GuideFactory } from '#web/ui/guide/guide.ts';

const web = join(import.meta.dirname, '../src/web');
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
  .map((name) => readFileSync(join(web, name), 'utf8'))
  .join('\n');

const guides = await loadAllGuides();
const controlsOf = (make: GuideFactory | undefined) =>
  make?.({
    rules: defaultHealthRules,
    schedules: schedulesNamedInGuides,
    zone: 'PST',
  }).features.flatMap(({ control }) => control ?? []) ?? [];

test('every page behind the sign-in has a guide', () => {
  const without = pages
    .filter(({ guide, isPublic }) => guide === undefined && !isPublic)
    .map(({ path }) => path);
  expect(without).toEqual([]);
});

test('every control mentioned by a guide is marked on a page', () => {
  const used = new Set(pages.flatMap(({ guide }) => guide?.key ?? []));
  const named = [...used].flatMap((key) => controlsOf(guides.get(key)));
  expect(named.length).toBeGreaterThan(10);
  expect(
    named.filter((control) => !new RegExp(`(data-guide|guide)="${control}"`).test(sources)),
  ).toEqual([]);
});

test('every marked control is mentioned by a guide', () => {
  const named = new Set([...guides.values()].flatMap(controlsOf));
  const marked = [...sources.matchAll(/\b(?:data-)?guide="([a-z-]+)"/g)].map(
    ([, control = '']) => control,
  );
  expect([...new Set(marked)].filter((control) => !named.has(control))).toEqual([]);
});
