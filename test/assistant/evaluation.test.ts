import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildEvaluatedApp, type Evaluated } from './app.ts';
import { evaluateQuestions, evaluateUnanswerable, type Result } from './evaluate.ts';
import { isTrivial } from './expected.ts';
import { questions } from './questions.ts';
import { unanswerable } from './unanswerable.ts';
import { fetchWorld, type World } from './world.ts';

let evaluated: Evaluated;
let world: World;
beforeAll(async () => {
  evaluated = await buildEvaluatedApp();
  world = await fetchWorld(evaluated);
}, 300_000);
afterAll(() => evaluated.close());

const open = Object.values(questions).flat();
const refusable = Object.values(unanswerable).flat();

describe('evaluation of the assistant', () => {
  it('has enough distinct questions in 18 categories', () => {
    expect(Object.keys(questions)).toHaveLength(18);
    expect(new Set(open.map(({ text }) => text)).size).toBe(open.length);
    expect(new Set(refusable).size).toBe(refusable.length);
    expect(open.length).toBeGreaterThanOrEqual(150);
    expect(refusable.length).toBeGreaterThanOrEqual(150);
  });

  it('has a result for each question that a wrong answer does not equal by chance', () => {
    expect(open.filter(({ expect: expected }) => isTrivial(expected(world)))).toEqual([]);
  });

  it('is never silently wrong, and answers and refuses what it should', async () => {
    const answerable = await evaluateQuestions(evaluated.ask, world);
    const others = await evaluateUnanswerable(evaluated.ask);
    const questionsWith = (results: readonly Result[], ...verdicts: Result['verdict'][]) =>
      results.filter(({ verdict }) => verdicts.includes(verdict)).map(({ question }) => question);
    const single = answerable.filter(({ isAmbiguous }) => !isAmbiguous);
    expect(questionsWith(answerable, 'wrong')).toEqual([]);
    expect(questionsWith(others, 'wrong').length).toBeLessThanOrEqual(0.01 * others.length);
    expect(questionsWith(single, 'right').length).toBeGreaterThanOrEqual(0.85 * single.length);
    expect(questionsWith(answerable, 'right', 'asked').length).toBeGreaterThanOrEqual(
      0.98 * answerable.length,
    );
  }, 300_000);
});
