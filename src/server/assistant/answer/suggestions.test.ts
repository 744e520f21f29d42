import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createAskContext } from '../context.ts';
import { formatOutcome, outcomeToJson } from '../outcome-text.ts';
import { answerQuestion } from './answer.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

it('names the unknown word that each suggestion is near, also in a terminal', async () => {
  const context = createAskContext(test.app, test.dependencies, null, []);
  const question = 'crytikal tickxxts';
  const { outcome } = await answerQuestion({ question, plan: null, last: null }, context);
  const near = [
    { unknown: 'crytikal', known: 'critical' },
    { unknown: 'tickxxts', known: 'ticket' },
  ];
  expect(outcome).toMatchObject({ kind: 'refuse', near });
  expect(outcomeToJson(question, outcome).near).toEqual(near);
  expect(formatOutcome(outcome)).toContain('Did you mean “critical” instead of “crytikal”?');
}, 60_000);

it('suggests no word that is too short to be similar', async () => {
  const context = createAskContext(test.app, test.dependencies, null, []);
  const question = 'How many zorbs are there?';
  const { outcome } = await answerQuestion({ question, plan: null, last: null }, context);
  const near = outcome.kind === 'refuse' ? outcome.near.map(({ known }) => known) : undefined;
  expect(near).toContain('form');
  expect(near).not.toContain('or');
}, 60_000);

it('suggests no other word for a known word that doesn’t fit the question', async () => {
  const context = createAskContext(test.app, test.dependencies, null, []);
  const { outcome } = await answerQuestion(
    { question: 'customers but critical', plan: null, last: null },
    context,
  );
  expect(outcome).toMatchObject({ kind: 'refuse', unknownWords: ['but'], near: [] });
}, 60_000);
