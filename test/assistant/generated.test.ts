import { randomInt } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom, type SeededRandom } from '#server/core/seeded-random.ts';
import type { AskableList } from '#shared/assistant/askable-lists.ts';
import { isNumericColumn } from '#shared/list/column.ts';
import type { UntypedListRows } from '#shared/list/source.ts';
import { isDeepTestRun } from '#test/depth.ts';
import { buildEvaluatedApp, type EvaluatedApp } from './app.ts';

/** Seed of the questions and, at full depth, of the demo. */
const seed = process.env.ASSISTANT_SEED ?? String(randomInt(2 ** 31));
const wantedAnswers = isDeepTestRun ? 300 : 150;
/**
 * Maximum number of questions to ask until `wantedAnswers` are answered. Many generated questions
 * are clarified instead.
 */
const mostQuestions = 2_000;

let evaluated: EvaluatedApp;
beforeAll(async () => {
  evaluated = await buildEvaluatedApp(isDeepTestRun ? `assistant ${seed}` : undefined);
}, 300_000);
afterAll(() => evaluated.close());

/** Returns conditions on one column in words, made from values that occur in the rows. */
function conditionsOn(source: UntypedListRows, random: SeededRandom): string[] {
  const column = random.pick(source.columns);
  const label = column.label.toLowerCase();
  const values = source.select({ search: '', filters: [], sort: [] }).values(column.key);
  const value = random.pick(values.length === 0 ? [null] : values);
  if (column.kind === 'flag') return [`that are ${label}`, `that are not ${label}`];
  if (value === null || value === '') return [`without ${label}`];
  if (typeof value === 'number' && isNumericColumn(column)) {
    const bound = Math.round(value);
    return bound < 0
      ? []
      : [
          `with ${label} over ${bound}`,
          `with ${label} under ${bound}`,
          `with ${label} of at least ${bound}`,
        ];
  }
  if (column.kind === 'option') return [`with ${label} ${value}`, `with ${value}`, `not ${value}`];
  return [];
}

function questionAbout(
  { vocabulary }: AskableList,
  source: UntypedListRows,
  random: SeededRandom,
): string | undefined {
  const { many } = vocabulary.noun;
  const conditions = conditionsOn(source, random);
  if (conditions.length === 0) return undefined;
  const condition = random.pick(conditions);
  return random.pick([
    `how many ${many} ${condition}`,
    `${many} ${condition}`,
    `show me the ${many} ${condition}`,
    `number of ${many} ${condition} by ${random.pick(source.columns).label.toLowerCase()}`,
    `average ${random.pick(source.columns).label.toLowerCase()} of ${many} ${condition}`,
  ]);
}

it(`answers random questions of seed ${seed} as the linked lists do`, async () => {
  const random = createRandom('questions', seed);
  const sources = await Promise.all(evaluated.lists.map((list) => list.source()));
  const filled = evaluated.lists.flatMap((list, at) => {
    const source = sources[at];
    const isFilled = source && source.select({ search: '', filters: [], sort: [] }).count > 0;
    return isFilled ? [{ list, source }] : [];
  });
  let answers = 0;
  const different: string[] = [];
  for (let asked = 0; asked < mostQuestions && answers < wantedAnswers; asked++) {
    const { list, source } = random.pick(filled);
    const question = questionAbout(list, source, random);
    if (question === undefined) continue;
    const outcome = await evaluated.ask(question);
    if (outcome?.kind !== 'answer') continue;
    answers += 1;
    const exported = await evaluated.get(outcome.exportLink);
    const rows: unknown[] = parse(exported.body, { bom: true, from_line: 2 });
    const inGroups = outcome.groups.reduce((sum, group) => sum + group.rows, 0);
    const areGroupsWhole = outcome.groups.length === outcome.groupCount && outcome.groupCount > 0;
    if (rows.length !== outcome.total || (areGroupsWhole && inGroups !== outcome.total))
      different.push(`${question}: ${outcome.total}, list ${rows.length}, groups ${inGroups}`);
  }
  expect(different).toEqual([]);
  expect(answers).toBe(wantedAnswers);
}, 600_000);
