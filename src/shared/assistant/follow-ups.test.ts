import { describe, expect, it } from 'vitest';
import { formatListQueryString } from '#shared/list/address.ts';
import { readingsOf, threeCustomersQuestionContext } from '#test/assistant/small-lists.ts';
import { interpret } from './interpret.ts';

/** Asks a question and a follow-up; returns the readings of the follow-up. */
async function follow(question: string, followUp: string) {
  const [first] = readingsOf(await interpret(question, threeCustomersQuestionContext));
  if (first === undefined) throw new Error(`“${question}” has no reading`);
  return interpret(followUp, { ...threeCustomersQuestionContext, last: first.plan });
}

describe('a follow-up', () => {
  it.each([
    ['and Florida', 'f.state=TX&f.state=FL'],
    ['also Florida', 'f.state=TX&f.state=FL'],
    ['Florida too', 'f.state=TX&f.state=FL'],
    ['what about Florida', 'f.state=FL'],
    ['only Florida', 'f.state=FL'],
    ['and critical', 'f.state=TX&f.healthTier=Critical'],
    ['and over 5 locations', 'f.state=TX&f.locationCount=%3E5..'],
  ])('after “customers in Texas”: “%s”', async (followUp, state) => {
    const found = readingsOf(await follow('customers in Texas', followUp));
    expect(found.map(({ plan, isGuess }) => [formatListQueryString(plan.state), isGuess])).toEqual([
      [state, false],
    ]);
  });

  it('that adds a value to an exclusion is a guess', async () => {
    const found = readingsOf(await follow('customers not in Texas', 'and Florida'));
    expect(found.map(({ isGuess }) => isGuess)).toEqual([true]);
  });

  it('that changes nothing is refused', async () => {
    expect(await follow('customers in Texas', 'whose are they')).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('doesn’t change the last answer'),
    });
  });
});
