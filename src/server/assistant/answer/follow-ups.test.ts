import { afterAll, beforeAll, expect, it } from 'vitest';
import { maxFollowUps, type Outcome, postPlan } from '#shared/assistant/assistant.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { openSmallDemo } from '#test/small-demo-database.ts';
import { type AskContext, createAskContext } from '../context.ts';
import { answerQuestion } from './answer.ts';

let test: TestApp;
let context: AskContext;

beforeAll(async () => {
  test = await buildTestApp({ database: await openSmallDemo() });
  context = createAskContext(test.app, test.dependencies, null, []);
}, 240_000);
afterAll(() => test.close());

const ask = async (question: string, last: SentPlan | null = null): Promise<Outcome> =>
  (await answerQuestion({ question, plan: null, last }, context)).outcome;

/** Plans that an outcome answers or offers. */
function plansOf(outcome: Outcome): SentPlan[] {
  if (outcome.kind === 'answer') return [outcome.plan];
  return outcome.kind === 'ask' ? outcome.options.map(({ plan }) => plan) : [];
}

/** Result of a plan without the order of its rows, as comparable text. */
const shown = ({ list, state, aggregate, groups }: SentPlan) => {
  const parameters = new URLSearchParams(state);
  parameters.delete('sort');
  parameters.sort();
  return JSON.stringify([list, parameters.toString(), aggregate, groups]);
};

/** Questions with a filter that differs from the default of their list. */
const otherQuestions = [
  'closed tickets',
  'tickets closed this month by owner',
  'losses taken back',
];

it('offers follow-ups that lead to their plans when they are typed', async () => {
  const wrong: unknown[] = [];
  let followed = 0;
  const examples = context.lists.flatMap(({ vocabulary }) => vocabulary.examples);
  for (const example of [...examples, ...otherQuestions]) {
    const answer = await ask(example);
    if (answer.kind !== 'answer') continue;
    expect(answer.followUps.length).toBeLessThanOrEqual(maxFollowUps);
    for (const { text, plan } of answer.followUps) {
      const outcome = await ask(text, answer.plan);
      followed++;
      if (!plansOf(outcome).some((each) => shown(each) === shown(plan)))
        wrong.push([
          example,
          text,
          shown(plan),
          outcome.kind === 'refuse' ? outcome.reason : plansOf(outcome).map(shown),
        ]);
    }
  }
  expect(wrong).toEqual([]);
  expect(followed).toBeGreaterThan(60);
}, 120_000);

it('offers three follow-ups under a count, a list and groups', async () => {
  for (const question of [
    'how many customers are there',
    'critical customers',
    'customers by tier',
  ]) {
    const answer = await ask(question);
    expect(answer.kind === 'answer' ? answer.followUps.length : 0, question).toBe(maxFollowUps);
  }
});

it('computes a plan for a page, and refuses a plan of a list that no longer exists', async () => {
  const answer = await ask('critical customers by owner');
  if (answer.kind !== 'answer') throw new Error('expected an answer');
  const headers = { cookie: await test.signIn('member') };
  const compute = async (plan: SentPlan) =>
    (
      await test.inject({ method: 'POST', url: postPlan.path, headers, payload: { plan } })
    ).json<Outcome>();
  expect(await compute(answer.plan)).toMatchObject({ kind: 'answer', total: answer.total });
  expect(await compute({ ...answer.plan, list: 'gone' })).toMatchObject({ kind: 'refuse' });
  expect(await compute({ ...answer.plan, state: 'f.gone=1' })).toMatchObject({ kind: 'refuse' });
});

it('names the customers of the rows, without those beyond the limit, or that they are too many', async () => {
  const worst = await ask('the 3 worst customers');
  const all = await ask('customers');
  expect(worst.kind === 'answer' && worst.customers).toEqual({
    institutionIds:
      worst.kind === 'answer' ? worst.rows.map(({ institutionId }) => institutionId) : [],
    isTooMany: false,
    hasRiskCases: false,
  });
  const count = all.kind === 'answer' ? all.total : 0;
  expect(all.kind === 'answer' && all.customers.isTooMany).toBe(count > maxBulkItems);
});
