import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getBenchmarkDistribution } from '#shared/benchmarks/table.ts';
import { usageText, usageUnitText } from '#shared/benchmarks/words.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { productKeys, products } from '#shared/core/products.ts';
import { getHealthTrend } from '#shared/health/health.ts';
import { healthNarrative } from '#shared/health/narrative.ts';
import { getWeekFigures } from '#shared/portfolio/week-figures.ts';
import { buildEvaluatedApp, type EvaluatedApp } from './app.ts';
import { evaluateQuestions, evaluateUnanswerable, type Result } from './evaluate.ts';
import { isTrivial } from './expected.ts';
import { allQuestionsByCategory } from './typed-questions.ts';
import { unanswerableQuestionsByCategory } from './unanswerable.ts';
import { type AllListRows, fetchAllListRows } from './world.ts';

let evaluated: EvaluatedApp;
let world: AllListRows;
beforeAll(async () => {
  evaluated = await buildEvaluatedApp();
  world = await fetchAllListRows(evaluated);
}, 300_000);
afterAll(() => evaluated.close());

const open = Object.values(allQuestionsByCategory).flat();
const refusable = Object.values(unanswerableQuestionsByCategory).flat();

describe('evaluation of the assistant', () => {
  it('has enough distinct questions in 23 categories', () => {
    expect(Object.keys(allQuestionsByCategory)).toHaveLength(23);
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

describe('answers in words', () => {
  const text = async (question: string) => {
    const outcome = await evaluated.ask(question);
    if (outcome?.kind !== 'explain') throw new Error(`${question}: ${JSON.stringify(outcome)}`);
    return { ...outcome, lines: outcome.parts.flatMap(({ lines }) => lines).join('\n') };
  };
  const healthOf = async (institutionId: number) => {
    const path = buildUrl(getHealthTrend.path, { id: institutionId });
    const [health] = getHealthTrend.response.parse((await evaluated.get(path)).json()).data;
    if (health === undefined) throw new Error(`${institutionId} has no score`);
    return health;
  };
  const unique = (row: AllListRows['customers'][number]) =>
    world.customers.filter(({ institutionName }) => institutionName === row.institutionName)
      .length === 1;

  it('agree with the page of the customer', async () => {
    const customers = world.customers.filter(
      (row) => row.healthTier === 'Critical' && row.scoreChange !== null && unique(row),
    );
    expect(customers.length).toBeGreaterThan(3);
    for (const { institutionId, institutionName } of customers.slice(0, 5)) {
      const health = await healthOf(institutionId);
      const state = await text(`How is ${institutionName} doing?`);
      expect(state.lines).toContain(healthNarrative(health));
      if (health.whyItMoved !== null) expect(state.lines).toContain(health.whyItMoved);
      const [step] = health.improvements;
      const steps = await text(`What would raise the score of ${institutionName}?`);
      if (step !== undefined) expect(steps.lines).toContain(products[step.product].name);
      expect(steps.link?.path).toBe(paths.institutionOverview(institutionId));
    }
  });

  it('compare usage with the typical range of the page of benchmarks', async () => {
    const customer = world.customers.find((row) => row.healthTier === 'Medium' && unique(row));
    if (customer === undefined) throw new Error('no customer');
    const { institutionId } = customer;
    const { lines } = await text(`Is ${customer.institutionName} normal?`);
    for (const product of productKeys) {
      const url = buildUrl(getBenchmarkDistribution.path, {}, { product, institutionId });
      const { customer: own, group } = getBenchmarkDistribution.response.parse(
        (await evaluated.get(url)).json(),
      );
      if (own?.missing === 'not sold') expect(lines).not.toContain(products[product].name);
      else if (own?.missing === null && own.value !== null && group !== null)
        expect(lines).toContain(
          `${products[product].name}: ${usageText(product, own.value)} ${usageUnitText(product)}, ${
            own.value < group.quartileLow
              ? 'below'
              : own.value > group.quartileHigh
                ? 'above'
                : 'within'
          }`,
        );
    }
  });

  it('define figures as the pages do', async () => {
    const { reading, lines } = await text('What is a health tier?');
    expect(reading).toBe('Definition of “Health tier”');
    expect(lines).toContain('Critical below 50');
  });

  it('have the same figures in each week as the portfolio', async () => {
    const path = buildUrl(getWeekFigures.path, {}, { segment: 'f.state=TX' });
    const [, newest] = getWeekFigures.response.parse((await evaluated.get(path)).json()).rows;
    if (newest === undefined) throw new Error('no official week');
    for (const [question, value] of [
      ['critical customers in Texas by week', newest.critical],
      ['average score of customers in Texas over time', newest.averageScore],
      ['trend of customers at risk in Texas', newest.atRisk],
      ['how has the number of customers in Texas changed', newest.institutions],
    ] as const) {
      const { weeks } = await text(question);
      expect([question, weeks?.points.at(-1)]).toEqual([
        question,
        { weekEndDate: newest.weekEndDate, value, institutions: newest.scored },
      ]);
    }
  });

  it.each([
    'critical customers at risk by week',
    'average score of critical customers over time',
    'open tickets by week',
    'customers with zorbs by week',
  ])('are not given for “%s”, which the weeks do not have', async (question) => {
    expect(['ask', 'refuse']).toContain((await evaluated.ask(question))?.kind);
  });
});
