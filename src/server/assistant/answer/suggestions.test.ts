import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { createAskContext } from '../context.ts';
import { formatOutcome, outcomeToJson } from '../outcome-text.ts';
import { answerQuestion } from './answer.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  const names = ['Lakeview Dental', 'Oak Dental', 'Fern Group', 'Moss Group'];
  for (const [at, name] of names.entries())
    await insertInstitution(test.database, { institution_id: at + 1, name }, [
      { location_id: at + 11, state: 'NJ', city: 'Lawnside' },
    ]);
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

it('reports an unknown customer with similar names, instead of reading a city', async () => {
  const context = createAskContext(test.app, test.dependencies, null, []);
  for (const question of [
    'score of Lakeside Dental',
    'how is lakeside dental doing',
    'how many customers like Lakeside Dental',
    'is Lakeside Dental at risk?',
    'is lakeview at risk?',
  ]) {
    const { outcome } = await answerQuestion({ question, plan: null, last: null }, context);
    expect([question, outcome.kind]).toEqual([question, 'refuse']);
  }
  const question = 'Is Lakeside Dental at risk?';
  const { outcome } = await answerQuestion({ question, plan: null, last: null }, context);
  expect(outcome).toEqual({
    kind: 'refuse',
    reason: 'No customer is named “Lakeside Dental”.',
    unknownWords: ['Lakeside'],
    near: [{ unknown: 'Lakeside Dental', known: 'Lakeview Dental' }],
  });
}, 60_000);

it('reads no usual part of names as a name', async () => {
  const context = createAskContext(test.app, test.dependencies, null, []);
  const { outcome } = await answerQuestion(
    { question: 'group tickets by theme and priority', plan: null, last: null },
    context,
  );
  expect(outcome).toMatchObject({ kind: 'refuse', reason: 'I don’t know “group”.' });
}, 60_000);

it('still corrects a misspelled city', async () => {
  const context = createAskContext(test.app, test.dependencies, null, []);
  const { outcome } = await answerQuestion(
    { question: 'customers in Lawnsied', plan: null, last: null },
    context,
  );
  expect(outcome).toMatchObject({ kind: 'answer', notes: ['I read “Lawnsied” as “lawnside”.'] });
}, 60_000);
