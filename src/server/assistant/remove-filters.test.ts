import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { createTestPlan } from '#test/answers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { answerQuestion } from './answer/answer.ts';
import { createAskContext } from './context.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

async function ask(question: string, last: SentPlan | null) {
  const context = createAskContext(test.app, test.dependencies, null, []);
  const { outcome } = await answerQuestion({ question, plan: null, last }, context);
  return outcome;
}

const texas = createTestPlan({ state: 'f.state=TX' });
const criticalTexas = createTestPlan({ state: 'f.healthTier=Critical&f.state=TX' });

it.each([
  ['remove the filter', texas, ''],
  ['remove the filters', criticalTexas, ''],
  ['clear all filters', criticalTexas, ''],
  ['remove texas', criticalTexas, 'f.healthTier=Critical'],
  ['drop the state filter', criticalTexas, 'f.healthTier=Critical'],
  ['remove the filter on health tier', criticalTexas, 'f.state=TX'],
  ['all states', criticalTexas, 'f.healthTier=Critical'],
  ['in any state', criticalTexas, 'f.healthTier=Critical'],
])('removes filters of the last answer: “%s”', async (question, last, state) => {
  expect(await ask(question, last)).toMatchObject({ kind: 'answer', plan: { ...last, state } });
});

it('asks which of several filters to remove', async () => {
  const outcome = await ask('remove the filter', criticalTexas);
  const states = outcome.kind === 'ask' ? outcome.options.map(({ plan }) => plan.state) : [];
  expect(states).toEqual(['f.state=TX', 'f.healthTier=Critical', '']);
});

it('keeps a filter on a value after “all”', async () => {
  expect(await ask('all critical', criticalTexas)).not.toMatchObject({
    plan: { state: 'f.state=TX' },
  });
});

it('keeps the default filters of a list', async () => {
  const last = { ...createTestPlan(), list: 'losses', state: 'f.ehr=Dentrix&f.isTakenBack=no' };
  expect(await ask('remove the filters', last)).toMatchObject({
    kind: 'answer',
    plan: { state: 'f.isTakenBack=no' },
  });
});

it.each([
  ['remove the filter', null, 'Ask a question first'],
  ['remove the filter', createTestPlan(), 'no filter to remove'],
  ['remove ohio', criticalTexas, 'I don’t know “remove”'],
])('refuses when there is no such filter: “%s”', async (question, last, reason) => {
  expect(await ask(question, last)).toMatchObject({
    kind: 'refuse',
    reason: expect.stringContaining(reason),
  });
});
