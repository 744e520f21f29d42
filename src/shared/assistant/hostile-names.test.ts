import { expect, it } from 'vitest';
import { formatListQueryString } from '#shared/list/address.ts';
import { createUntypedListRows } from '#shared/list/source.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { customersVocabulary } from '#shared/portfolio/vocabulary.ts';
import { createListedInstitution } from '#test/records.ts';
import { interpret } from './interpret.ts';

const usual = ['TX', 'FL', 'OR', 'IN'].flatMap((state, at) => [
  createListedInstitution({
    institutionId: at + 1,
    institutionName: `Practice ${at + 1} Dental`,
    state,
    city: 'Austin',
    healthTier: 'Critical',
    ownerName: 'Priya Vaughn',
    ehr: 'Dentrix',
  }),
]);

async function plansOf(question: string, rows: readonly ListedInstitution[]) {
  const source = createUntypedListRows(institutionColumns, rows);
  const found = await interpret(question, {
    lists: [
      { vocabulary: customersVocabulary, columns: institutionColumns, source: async () => source },
    ],
    today: '2026-11-18',
    synonyms: [],
    last: null,
  });
  return found.kind === 'none'
    ? [found.reason]
    : found.readings.map(({ plan }) =>
        JSON.stringify({ ...plan, state: formatListQueryString(plan.state) }),
      );
}

const questions = [
  'how many critical customers are in Texas',
  'customers not in Texas',
  'which customers will renew in March',
  'customers with score over 50',
  'customers in TX or OR',
  'top 5 customers by score',
  'customers that may be at risk',
  'critical customers by owner',
  'customers in grace',
  'average score by EHR',
  'customers without open tickets',
  'customers that went live in May',
  'all customers',
  'show me my customers',
  'customers at risk for more than 3 weeks',
  'new customers',
  'Priya’s customers',
  'customers using Dentrix',
  'will customers in Texas renew',
];

const names = [
  ...['Texas', 'Customers', 'All', 'Not', 'Critical', 'Show Me', 'Or', 'The', 'in', 'are', 'me'],
  ...['In Texas', 'Critical Customers', 'Customers Not', 'Over 50', '50', '2025', 'May', 'Will'],
  ...['Online Booking', 'At Risk', 'Top 5', 'By State', 'by owner', 'Score', 'Select * From'],
  ...['<img src=x onerror=alert(1)>', '[x](javascript:alert(1))', '=cmd()', '(a+)+$', '$', '🦷'],
  ...['__proto__', 'constructor', '~me', 'Te\u200bxas', 'customers in', 'will renew', 'more than'],
];

const nameIn = (column: 'institutionName' | 'ownerName' | 'city', name: string) =>
  createListedInstitution({
    institutionId: 99,
    institutionName: 'Elm Dental',
    ownerName: 'Priya Vaughn',
    state: 'TX',
    city: 'Austin',
    [column]: name,
  });

it.each(['institutionName', 'ownerName', 'city'] as const)(
  'a value of %s that is a word of a question never changes the meaning silently',
  async (column) => {
    const changed: string[] = [];
    for (const question of questions) {
      const plain = await plansOf(question, usual);
      for (const name of [...names, ...names.map((each) => `${each} Vaughn`)]) {
        const [found, ...others] = await plansOf(question, [...usual, nameIn(column, name)]);
        const isAnswer = others.length === 0 && found?.startsWith('{') === true;
        if (plain.length === 1 && isAnswer && found !== plain[0])
          changed.push(`${question} | ${name} | ${plain[0]} → ${found}`);
      }
    }
    expect(changed).toEqual([]);
  },
);

it.each([
  ['will customers owned by Will renew', 'ownerName', 'Will Vaughn', 'don’t know'],
  ['Will’s customers', 'ownerName', 'Will Vaughn', 'f.ownerName=Will%20Vaughn'],
  ['customers owned by May', 'ownerName', 'May Vaughn', 'f.ownerName=May%20Vaughn'],
  ['customers in New Salem', 'city', 'New Salem', 'f.city=~is&f.city=New%20Salem'],
  ['customers owned by Mark Texas', 'ownerName', 'Mark Texas', 'f.ownerName=Mark%20Texas'],
] as const)('“%s” can still name %s “%s”', async (question, column, name, expected) => {
  const plans = await plansOf(question, [...usual, nameIn(column, name)]);
  expect([plans.length, plans[0]]).toEqual([1, expect.stringContaining(expected)]);
});
