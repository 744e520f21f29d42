import { describe, expect, it } from 'vitest';
import { tokenize } from './tokens.ts';

const keysOf = (question: string) =>
  tokenize(question)
    .map(({ key }) => key)
    .join(' ');
const numbersOf = (question: string) => tokenize(question).flatMap(({ number }) => number ?? []);

describe('a number', () => {
  it.each([
    ['under -10', [-10]],
    ['under −10', [-10]],
    ['<-10 and >=-20.5', [-10, -20.5]],
    ['(-5%)', [-5]],
    ['over -$1,000', [-1000]],
    ['< .5', [0.5]],
    ['-.5', [-0.5]],
    ['40-60', [40, 60]],
    ['$5-$10', [5, 10]],
    ['ages 3 - 7', [3, 7]],
    ['5-10k', [5, 10_000]],
  ])('of “%s” is %j', (question, numbers) => {
    expect(numbersOf(question)).toEqual(numbers);
  });

  it('has no range to a number with a unit of thousands', () => {
    expect(keysOf('5-10k')).not.toContain('between');
  });
});

describe('punctuation', () => {
  it.each([
    ['-critical customers', '- critical customer'],
    ['customers !critical', 'customer ! critical'],
    ['customers (-critical)', 'customer - critical'],
    ['score 50‰', 'score 50 ‰'],
    ['tier != critical', 'tier not critical'],
    ['tier ≠ critical', 'tier not critical'],
    ['tier <> critical', 'tier not critical'],
  ])('of “%s” that changes the meaning stays', (question, keys) => {
    expect(keysOf(question)).toBe(keys);
  });

  it.each([
    'at-risk customers - Texas',
    'At risk: customers, Texas!',
    '- at risk; customers: Texas',
  ])('of “%s” is dropped', (question) => {
    expect(keysOf(question)).toBe('at risk customer texa');
  });
});

it('does not read California in “can’t”', () => {
  expect(keysOf('Can’t')).toBe('cannot');
});
