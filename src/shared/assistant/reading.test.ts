import { expect, it } from 'vitest';
import { readingsOf, threeCustomersQuestionContext } from '#test/assistant/small-lists.ts';
import { computePlan } from './compute.ts';
import { interpret } from './interpret.ts';
import { describePlan } from './reading.ts';

/** Returns the readings of a question with their figures. */
const figuresOf = async (question: string) =>
  readingsOf(await interpret(question, threeCustomersQuestionContext)).map(
    ({ plan, list, source }) => {
      const selected = source.select(plan.state);
      const { value, valueText, total } = computePlan(plan, source, selected, list.vocabulary);
      return {
        reading: describePlan(plan, { vocabulary: list.vocabulary, columns: source.columns }),
        value,
        valueText,
        total,
      };
    },
  );

it.each([
  ['which states have more than 0 customers', '3 states', 3],
  ['how many EHRs have critical customers', '1 EHR', 1],
  ['states with an average score over 100', '0 states', 0],
])('counts the groups that meet a condition: “%s”', async (question, valueText, value) => {
  expect(await figuresOf(question)).toEqual([expect.objectContaining({ value, valueText })]);
});

it('names the groups of a condition', async () => {
  const [figure] = await figuresOf('which states have more than 5 customers');
  expect(figure?.reading).toBe(
    'Customers, by State, only states with over 5 customers, most first',
  );
});

it('reads the use of products in words', async () => {
  const readings = await figuresOf('customers with forms but not payments');
  expect(readings.map(({ reading }) => reading)).toEqual([
    'Customers using Forms, not using Payments',
    'Customers using Forms, without data on Payments',
  ]);
});
