import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rooms } from '#server/rooms.ts';
import { type Outcome, postQuestion } from '#shared/assistant/assistant.ts';
import { phraseKey } from '#shared/assistant/words/tokens.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { formatListQueryString, parseList } from '#shared/list/address.ts';
import { isNumericColumn, type ListColumn } from '#shared/list/column.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { openSmallDemo } from '#test/small-demo-database.ts';

const vocabularies = rooms.flatMap((room) => room.vocabularies ?? []);
const columnsOf = new Map<string, readonly ListColumn<never>[]>();
let test: TestApp;

beforeAll(async () => {
  test = await buildTestApp({ database: await openSmallDemo() });
  for (const { key, export: exported, query } of vocabularies) {
    const read = test.app.listSources.get(exported.path)?.read;
    const source = await read?.(query ?? {});
    columnsOf.set(key, source?.columns ?? []);
  }
}, 240_000);
afterAll(() => test.close());

/** Words and phrases of a vocabulary that are understood as typed. */
const wordsOf = ({ noun, columns, phrases }: ListVocabulary): string[] => [
  noun.one,
  noun.many,
  ...noun.synonyms,
  ...phrases.flatMap(({ words }) => words),
  ...Object.values(columns).flatMap(
    ({ words = [], verbs = [], highest = [], lowest = [], values = {} }) => [
      ...words,
      ...verbs,
      ...highest,
      ...lowest,
      ...Object.values(values).flat(),
    ],
  ),
];

/** Values that a filter selects by name. */
const valuesOf = (filter: ListFilter): readonly string[] =>
  filter.kind === 'one-of' || filter.kind === 'none-of' ? filter.values : [];

it('has unique keys', () => {
  const keys = vocabularies.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

it('starts with the customers, the list of a question without a list', () => {
  expect(vocabularies[0]?.key).toBe('customers');
});

describe.each(vocabularies.map((vocabulary) => ({ key: vocabulary.key, vocabulary })))(
  'the vocabulary $key',
  ({ key, vocabulary }) => {
    const column = (name: string): ListColumn<never> => {
      const found = columnsOf.get(key)?.find((each) => each.key === name);
      if (found === undefined) throw new Error(`${key} has no column ${name}`);
      return found;
    };

    it('describes columns of its list', () => {
      for (const [name, words] of Object.entries(vocabulary.columns)) {
        const { kind, options } = column(name);
        if (words.verbs !== undefined) expect(kind, `verbs of ${name}`).toBe('date');
        if (words.isAdditive === true)
          expect(isNumericColumn({ kind }), `isAdditive of ${name}`).toBe(true);
        if (words.hasValues === true) expect(kind, `hasValues of ${name}`).toBe('text');
        if (words.highest !== undefined || words.lowest !== undefined)
          expect(isNumericColumn({ kind }) || kind === 'date', `superlatives of ${name}`).toBe(
            true,
          );
        if (words.reading !== undefined) expect(words.reading).toContain('{}');
        const values = Object.keys(words.values ?? {});
        if (values.length > 0) expect(['option', 'text'], name).toContain(kind);
        if (words.noneValue !== undefined) expect(kind, `noneValue of ${name}`).toBe('option');
        if (options !== undefined) {
          const named = words.noneValue === undefined ? values : [...values, words.noneValue];
          expect(options, `values of ${name}`).toEqual(expect.arrayContaining(named));
        }
      }
    });

    it('refers to fitting columns', () => {
      const { person, date, measure, customer } = vocabulary;
      if (person !== null) expect(column(person).isPerson).toBe(true);
      if (date !== null) expect(column(date).kind).toBe('date');
      if (measure !== null) expect(isNumericColumn(column(measure))).toBe(true);
      if (customer !== null) expect(column(customer).kind).toBe('text');
    });

    it('has filters that survive the address of the list', () => {
      const filters = [
        ...vocabulary.phrases.flatMap((phrase) => phrase.filters),
        ...(vocabulary.defaults ?? []),
      ];
      for (const filter of filters) {
        const { options } = column(filter.column);
        if (options !== undefined)
          expect(options).toEqual(expect.arrayContaining([...valuesOf(filter)]));
        const search = formatListQueryString({ filters: [filter] });
        const { state, problems } = parseList(
          new URLSearchParams(search),
          columnsOf.get(key) ?? [],
        );
        expect(problems).toEqual([]);
        expect(state.filters).toEqual([filter]);
      }
    });

    it('has words that the assistant can find', () => {
      for (const word of wordsOf(vocabulary)) {
        expect(phraseKey(word), `key of “${word}”`).not.toBe('');
        // The assistant reads a number at the beginning of a phrase as a number.
        expect(word).not.toMatch(/^\d/);
      }
    });

    it('has a query of its export and an existing page', () => {
      const { query } = vocabulary.export;
      expect(query.safeParse(vocabulary.query ?? {}).success).toBe(true);
      const [path] = vocabulary.page.split('?');
      expect(Object.values(paths)).toContain(path);
    });

    it('can answer its examples', async () => {
      const cookie = await test.signIn('admin');
      for (const question of vocabulary.examples) {
        const response = await test.inject({
          method: 'POST',
          url: postQuestion.path,
          headers: { cookie },
          payload: { question, plan: null },
        });
        expect(response.statusCode).toBe(200);
        const outcome = response.json<Outcome>();
        expect({ question, outcome: outcome.kind === 'refuse' ? outcome.reason : '' }).toEqual({
          question,
          outcome: '',
        });
        const lists =
          outcome.kind === 'answer'
            ? [outcome.plan.list]
            : outcome.kind === 'ask'
              ? outcome.options.map(({ plan }) => plan.list)
              : [];
        expect(lists, question).toContain(key);
      }
    });
  },
);
