import { describe, expect, it, vi } from 'vitest';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { customersVocabulary } from '#shared/portfolio/vocabulary.ts';
import { tokenize } from '../words/tokens.ts';
import { markCustomers, markPronoun } from './customer-questions.ts';
import { findDefinitions } from './definitions.ts';
import { matchTemplates } from './templates.ts';

const keysOf = (question: string) => tokenize(question).map(({ key }) => key);

describe('templates', () => {
  it.each([
    ['how is @', true],
    ['how was @ doing', true],
    ['how is @ doing today', false],
    ['why how is @', false],
    ['how is', false],
  ])('“how (is|was) @ [doing]” covers “%s”: %s', (text, isCovered) => {
    expect(matchTemplates(text.split(' '), ['how (is|was) @ [doing]']) !== undefined).toBe(
      isCovered,
    );
  });

  it('return the words at the free place', () => {
    expect(matchTemplates(keysOf('What does “at risk” mean?'), ['what does # mean'])).toBe(
      'at risk',
    );
  });

  it('take words with signs literally', () => {
    expect(matchTemplates(['how', 'is', '.+'], ['how is @'])).toBeUndefined();
  });
});

describe('definitions', () => {
  const list = { vocabulary: customersVocabulary, columns: institutionColumns };
  const names = new Map([
    ['averageScore', 'Average score'],
    ['churnDrift', 'Drift'],
  ]);
  const define = (question: string) => findDefinitions(keysOf(question), [list], names);

  it.each([
    ['What is a health tier?', 'healthTier'],
    ['what does the adoption score mean', 'adoptionScore'],
    ['How is the score calculated?', 'adoptionScore'],
    ['What counts as at risk?', 'atRisk'],
    ['what is a critical customer', 'healthTier'],
    ['what does “Weeks at risk” mean?', 'weeksAtRisk'],
    ['define drift', 'churnDrift'],
  ])('“%s” asks for one', (question, metric) => {
    expect(define(question)).toEqual({ metrics: [metric], isCertain: true });
  });

  it('splits labels and values into words only for the first question', () => {
    const keys = keysOf('What is a renewal forecast?');
    define('What is the average score?');
    const split = vi.spyOn(String.prototype, 'matchAll');
    findDefinitions(keys, [list], names);
    expect(split).not.toHaveBeenCalled();
    split.mockRestore();
  });

  it('may be meant by a question for a figure', () => {
    expect(define('What is the average score?')).toEqual({
      metrics: ['averageScore'],
      isCertain: false,
    });
  });

  it.each([
    'what does zorb mean',
    'what is the meaning of life',
    'what is the score of Lakeside Dental',
    'define the score of critical customers',
    'what is a',
    'score',
    '',
  ])('are not meant by “%s”', (question) => {
    expect(define(question)).toBeUndefined();
  });
});

describe('customers in a question', () => {
  const known = {
    customers: new Map([
      ['elm dental', ['Elm Dental']],
      ['dental', ['Dental']],
    ]),
    mostWords: 2,
    values: new Map(),
    people: [],
  };

  it('are found by their whole name, longest first', () => {
    expect(markCustomers(keysOf('How is Elm Dental doing?'), known)).toMatchObject([
      { keys: ['how', 'is', '@', 'doing'], names: ['Elm Dental'] },
      { keys: ['how', 'is', 'elm', '@', 'doing'], names: ['Dental'] },
    ]);
    expect(markCustomers(keysOf('How is Elm doing?'), known)).toEqual([]);
  });

  it.each([
    ['What would move it?', 'what would move @'],
    ['Is this normal?', 'is @ normal'],
    ['Is this customer normal?', 'is @ normal'],
    ['How did its score change?', "how did @ 's score change"],
  ])('“%s” means the customer of the last answer', (question, marked) => {
    expect(markPronoun(keysOf(question))?.keys.join(' ')).toBe(marked);
  });

  it('are not meant without a pronoun', () => {
    expect(markPronoun(keysOf('What would move the score?'))).toBeUndefined();
  });
});
