import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { answerQuestion } from './answer/answer.ts';
import { createAskContext } from './context.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  const customers = [
    { state: 'TX', goLive: '2025-11-20' },
    { state: 'TX', goLive: '2025-11-20' },
    { state: 'FL', goLive: '2026-01-05' },
    { state: 'FL', goLive: '2026-01-05' },
    { state: 'OH', goLive: '2026-03-01' },
  ];
  for (const [at, { state, goLive }] of customers.entries())
    await insertInstitution(test.database, { institution_id: at + 1, go_live_on: goLive }, [
      { location_id: at + 11, state },
    ]);
});
afterAll(() => test.close());

async function ask(question: string) {
  const context = createAskContext(test.app, test.dependencies, null, []);
  const { outcome } = await answerQuestion({ question, plan: null, last: null }, context);
  if (outcome.kind !== 'answer') throw new Error(`No answer: ${JSON.stringify(outcome)}`);
  return {
    notes: outcome.notes,
    groups: outcome.groups.map(({ labels, value }) => [...labels, value]),
    rows: outcome.rows.length,
  };
}

it('names the groups with the same figure as the last group', async () => {
  expect(await ask('which state has the most customers')).toMatchObject({
    groups: [['FL', 2]],
    notes: ['Same figure as the last state shown: TX.'],
  });
});

it('has no such note when the groups beyond the limit have other figures', async () => {
  expect(await ask('top 2 states by customers')).toMatchObject({
    groups: [
      ['FL', 2],
      ['TX', 2],
    ],
    notes: [],
  });
});

it('ranks groups without matching rows among the fewest', async () => {
  expect(await ask('which state has the fewest customers live before 2026')).toMatchObject({
    groups: [['FL', 0]],
    notes: [
      'Same figure as the last state shown: OH.',
      'States without any customers in the list aren’t ranked.',
    ],
  });
});

it('notes that a ranking of losses notes that it counts losses, not churn rates', async () => {
  const { notes } = await ask('which EHR has the highest churn');
  expect(notes).toContainEqual(expect.stringContaining('not churn rates'));
});

it('counts the rows with the same value as the last row', async () => {
  expect(await ask('newest 2 customers')).toMatchObject({
    rows: 2,
    notes: ['1 more customer has the same Go-live as the last one shown.'],
  });
  expect(await ask('newest 3 customers')).toMatchObject({ rows: 3, notes: [] });
});
