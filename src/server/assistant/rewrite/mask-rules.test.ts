import { describe, expect, it } from 'vitest';
import { hasPossibleName, maskQuestion, type PrivateNames, unmaskRewrite } from './mask-rules.ts';

const known = new Set(['how', 'is', 'of', 'open', 'ticket', 'customer', 'score', 'may', 'texas']);
const names: PrivateNames = {
  customers: new Map([
    ['elm street dental', ['Elm Street Dental']],
    ['elm street', ['Elm Street']],
    ['smile', ['Smile']],
    ['texas', ['Texas']],
    ...Array.from({ length: 5 }, (_, at): [string, string[]] => [`bright care ${at}`, []]),
  ]),
  mostWords: 3,
  people: ['Priya Raman', 'May Li'],
  isKnownWord: (key) => known.has(key),
};
const masked = (question: string) => maskQuestion(question, names).text;

describe('a masked question', () => {
  it.each([
    ['tickets of Elm Street Dental', 'tickets of [customer 1]'],
    ['ELM  street, dental and elm street', '[customer 1] and [customer 2]'],
    ['Élm Street’s tickets', '[customer 1]’s tickets'],
    ['tickets of smile and Smile', 'tickets of [customer 1] and [customer 1]'],
    ['priya’s and RAMAN’s customers', '[person 1]’s and [person 2]’s customers'],
    ['mail bob@x.example, now', 'mail [email 1] now'],
    ['see https://x.example/elm and www.x.example', 'see [link 1] and [link 2]'],
    ['call (555) 010-9999 or 555-0109', 'call [phone 1] or [phone 2]'],
    ['ticket 1234567 of inst-88213', 'ticket [number 2] of [number 1]'],
    ['[customer 9] of smile', ' customer 9  of [customer 1]'],
  ])('has placeholders: %s', (question, text) => {
    expect(masked(question)).toBe(text);
  });

  it.each([
    'customers in Texas in May',
    'score over 50 since 2026-01-01, before 10/1/2026',
    'from 2026-01-01 - 2026-02-01',
    'between 1000 - 2000 and $250000 or 1,000,000',
    '28-day usage in 2026',
  ])('keeps other words and numbers: %s', (question) => {
    expect(masked(question)).toBe(question);
  });
});

describe('a possible name', () => {
  const isPossible = (question: string) => hasPossibleName(maskQuestion(question, names), names);

  it.each([
    ['Tickets of Zbigniew', true],
    ['Zbigniew', false],
    ['how is street', true],
    ['the bright side', false],
    ['bright care', false],
    ['how is elm', true],
    ['wobbly customers by ARR', false],
    ['tickets of ACMES', true],
    ['how is Elm Street Dental', false],
  ])('of “%s” is found: %s', (question, found) => {
    expect(isPossible(question)).toBe(found);
  });

  it('is found in two words that only few names have together', () => {
    const few = {
      ...names,
      customers: new Map([...names.customers, ['side care bright', ['Side Care Bright']]]),
    };
    expect(hasPossibleName(maskQuestion('how is care bright', few), few)).toBe(true);
  });
});

describe('a rewrite', () => {
  const question = maskQuestion('moans of smile 1234567 to a@b.example', names);
  const unmask = (rewrite: string) => unmaskRewrite(rewrite, question, names);

  it('gets the replaced texts back', () => {
    expect(unmask('Tickets of [customer 1] [NUMBER 1]')).toBe('Tickets of smile 1234567');
    expect(unmask('[ customer 1 ] [number 01] [email 1]')).toBe('smile 1234567 a@b.example');
  });

  it.each([
    'Tickets',
    'Tickets of [customer 1]',
    'Tickets of [customer 1] [number 1] [customer 2]',
    'Tickets of [customer 1] [number 1] and Elm Street',
    'Tickets of [customer 1] [number 1] of Priya',
    'Tickets of [customer 1] [number 99999999999999999999]',
  ])('with other names is not used: %s', (rewrite) => {
    expect(unmask(rewrite)).toBeNull();
  });
});
