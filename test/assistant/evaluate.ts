import type { Outcome } from '#shared/assistant/assistant.ts';
import {
  defaultConfidence,
  type Interval,
  wilsonInterval,
} from '#shared/core/statistics/intervals.ts';
import type { EvaluatedApp } from './app.ts';
import { isRight } from './compare.ts';
import type { Expected } from './expected.ts';
import { allQuestionsByCategory } from './typed-questions.ts';
import { unanswerableQuestionsByCategory } from './unanswerable.ts';
import type { AllListRows } from './world.ts';

/**
 * Results of a question. `right`: answered outright and correctly, or clarified as expected.
 * `asked`: clarified, and one option leads to the correct answer. `misasked`: clarified without
 * such an option. `wrong`: answered, but not correctly.
 */
const verdicts = ['right', 'asked', 'misasked', 'refused', 'wrong'] as const;
type Verdict = (typeof verdicts)[number];

export interface Result {
  category: string;
  question: string;
  verdict: Verdict;
  /** `true` when the question should be clarified. */
  isAmbiguous: boolean;
  expected: Expected | null;
  outcome: Outcome | null;
}

type Ask = EvaluatedApp['ask'];

const expectsQuestion = (expected: Expected): boolean =>
  expected.kind === 'ask' ||
  (expected.kind === 'any-of' && expected.each.some(({ kind }) => kind === 'ask'));

async function judge(
  ask: Ask,
  question: string,
  outcome: Outcome | null,
  expected: Expected,
): Promise<Verdict> {
  if (outcome === null || outcome.kind === 'refuse') return 'refused';
  if (outcome.kind === 'explain') return 'wrong';
  if (outcome.kind === 'answer') return isRight(outcome, expected) ? 'right' : 'wrong';
  if (expectsQuestion(expected)) return 'right';
  for (const { plan } of outcome.options) {
    const chosen = await ask(question, plan);
    if (chosen?.kind === 'answer' && isRight(chosen, expected)) return 'asked';
  }
  return 'misasked';
}

/** Asks all answerable questions, and compares each answer with the correct result. */
export async function evaluateQuestions(ask: Ask, world: AllListRows): Promise<Result[]> {
  const results: Result[] = [];
  for (const [category, members] of Object.entries(allQuestionsByCategory)) {
    for (const { text, expect } of members) {
      const expected = expect(world);
      const outcome = await ask(text);
      results.push({
        category,
        question: text,
        verdict: await judge(ask, text, outcome, expected),
        isAmbiguous: expected.kind === 'ask',
        expected,
        outcome,
      });
    }
  }
  return results;
}

/** Asks all unanswerable questions. Every answer to such a question is wrong. */
export async function evaluateUnanswerable(ask: Ask): Promise<Result[]> {
  const results: Result[] = [];
  for (const [category, members] of Object.entries(unanswerableQuestionsByCategory)) {
    for (const question of members) {
      const outcome = await ask(question);
      const isAnswered = outcome?.kind === 'answer' || outcome?.kind === 'explain';
      results.push({
        category,
        question,
        verdict: isAnswered ? 'wrong' : outcome?.kind === 'ask' ? 'asked' : 'refused',
        isAmbiguous: false,
        expected: null,
        outcome,
      });
    }
  }
  return results;
}

export interface Rate {
  part: number;
  whole: number;
  share: number;
  interval: Interval | undefined;
}

function rate(part: number, whole: number): Rate {
  return {
    part,
    whole,
    share: whole === 0 ? 0 : part / whole,
    interval: wilsonInterval(part, whole, defaultConfidence),
  };
}

const having = (results: readonly Result[], ...wanted: Verdict[]): number =>
  results.filter(({ verdict }) => wanted.includes(verdict)).length;

/** Computes the rates of the answerable questions. */
export function computeAnswerableRates(results: readonly Result[]) {
  const answerable = results.filter(({ isAmbiguous }) => !isAmbiguous);
  return {
    /** Answered correctly, clarified as expected, or clarified with the correct option. */
    right: rate(having(results, 'right', 'asked'), results.length),
    wrong: rate(having(results, 'wrong'), results.length),
    /** Answered correctly at once, among the questions with one meaning. */
    outright: rate(
      answerable.filter(({ verdict, outcome }) => verdict === 'right' && outcome?.kind === 'answer')
        .length,
      answerable.length,
    ),
    refused: rate(having(results, 'refused', 'misasked'), results.length),
  };
}

/** Rate of unanswerable questions that were refused or clarified. */
export const computeDeclinedRate = (results: readonly Result[]): Rate =>
  rate(having(results, 'refused', 'asked'), results.length);

/**
 * Computes TrustSQL's score: the points as a percentage of the number of questions. A correct
 * answer, a clarification with the correct option, and a declined unanswerable question each score
 * 1 point. A wrong answer loses `penalty` points. Other results score 0 points.
 */
export function computeTrustSqlScore(
  open: readonly Result[],
  refusable: readonly Result[],
  penalty: number,
): number {
  const points =
    having(open, 'right', 'asked') +
    having(refusable, 'refused', 'asked') -
    penalty * (having(open, 'wrong') + having(refusable, 'wrong'));
  return (100 * points) / (open.length + refusable.length);
}

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
const rateText = ({ part, whole, share, interval }: Rate): string =>
  `${part} of ${whole} · ${percent(share)}${
    interval === undefined ? '' : ` (${percent(interval.low)} to ${percent(interval.high)})`
  }`;

const row = (...cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;
const head = (...cells: string[]): string[] => [row(...cells), row(...cells.map(() => '---'))];

/** Formats the results of both sets as Markdown. */
export function formatResults(open: readonly Result[], refusable: readonly Result[]): string {
  const { right, wrong, outright, refused } = computeAnswerableRates(open);
  const all = open.length + refusable.length;
  const byCategory = (results: readonly Result[]) => [
    ...Map.groupBy(results, ({ category }) => category),
  ];
  return [
    ...head('Figure', 'Result, with its 95% interval'),
    row('Right, at once or after a clarifying question', rateText(right)),
    row('Answered correctly at once, of the questions with one meaning', rateText(outright)),
    row('Refused, or clarified without the right option', rateText(refused)),
    row('Silently wrong', rateText(wrong)),
    row('Unanswerable questions refused or clarified', rateText(computeDeclinedRate(refusable))),
    ...[0, 10, all].map((penalty) =>
      row(
        `TrustSQL score, penalty ${penalty} for a wrong answer`,
        computeTrustSqlScore(open, refusable, penalty).toFixed(1),
      ),
    ),
    '',
    ...head(
      'Category',
      'Questions',
      'Right',
      'Clarified',
      'Refused',
      'Silently wrong',
      'Right or clarified',
    ),
    ...byCategory(open).map(([category, own]) =>
      row(
        category,
        own.length,
        having(own, 'right'),
        having(own, 'asked'),
        having(own, 'refused', 'misasked'),
        having(own, 'wrong'),
        rateText(computeAnswerableRates(own).right),
      ),
    ),
    '',
    ...head(
      'Unanswerable questions',
      'Questions',
      'Refused',
      'Clarified',
      'Answered',
      'Refused or clarified',
    ),
    ...byCategory(refusable).map(([category, own]) =>
      row(
        category,
        own.length,
        having(own, 'refused'),
        having(own, 'asked'),
        having(own, 'wrong'),
        rateText(computeDeclinedRate(own)),
      ),
    ),
  ].join('\n');
}

function expectedText(expected: Expected | null): string {
  if (expected === null) return 'a refusal';
  switch (expected.kind) {
    case 'any-of':
      return expected.each.map(expectedText).join(' or ');
    case 'ask':
      return 'a clarifying question';
    case 'number':
      return String(expected.value);
    case 'share':
      return `${expected.part} of ${expected.whole}`;
    case 'rows':
      return `${expected.ids.length} rows (${expected.ids.slice(0, 6).join(', ')})`;
    case 'ranked':
      return `${expected.limit ?? 'all'} in order of ${expected.keys.slice(0, 5).join(', ')}`;
    case 'fact':
      return `${expected.value} of ${expected.id}`;
    case 'groups':
    case 'top-groups':
      return [...expected.values]
        .slice(0, 6)
        .map(([label, value]) => `${label}: ${value}`)
        .join(', ');
  }
}

function outcomeText(outcome: Outcome | null): string {
  if (outcome === null) return 'the request was refused';
  switch (outcome.kind) {
    case 'refuse':
      return `refused: ${outcome.reason} [${outcome.unknownWords.join(', ')}]`;
    case 'explain':
      return `explained: ${outcome.reading}`;
    case 'ask':
      return `asked: ${outcome.options.map((each) => `${each.reading} → ${each.result}`).join(' / ')}`;
    case 'answer':
      return [
        `answered: ${outcome.reading}`,
        `${outcome.total} rows`,
        outcome.valueText ?? '',
        outcome.groups
          .slice(0, 6)
          .map(({ labels, value }) => `${labels.join('/')}: ${value}`)
          .join(', '),
        outcome.link,
      ]
        .filter((part) => part !== '')
        .join(' · ');
  }
}

/** Describes each result that is not right, with the expected result. Wrong answers come first. */
export const describeFailures = (results: readonly Result[]): string[] =>
  results
    .filter(({ verdict, expected }) =>
      expected === null ? verdict === 'wrong' : verdict !== 'right',
    )
    .sort((one, other) => verdicts.indexOf(other.verdict) - verdicts.indexOf(one.verdict))
    .map(
      ({ verdict, category, question, expected, outcome }) =>
        `${verdict}: “${question}” (${category})\n  expected ${expectedText(expected)}\n  ${outcomeText(outcome)}`,
    );
