import type { NearWord, Outcome } from '#shared/assistant/assistant.ts';
import { type Interpretation, interpret } from '#shared/assistant/interpret.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { describePlan } from '#shared/assistant/reading.ts';
import type { ListReading } from '#shared/assistant/try-list.ts';
import { type Token, tokenize } from '#shared/assistant/words/tokens.ts';
import { countText } from '#shared/core/words.ts';
import type { AskContext } from '../context.ts';
import { answerAboutCustomer } from './customer-answer.ts';
import { defineFigures } from './definition-answer.ts';
import { explainMissingCustomerRow } from './no-row-answer.ts';
import { buildAmbiguousNounNotes, correctionNotes } from './notes.ts';
import { answerPlan, answerSentPlan, buildPlanRefusal, computeUnsorted } from './plan-answer.ts';
import {
  type PlanWithList,
  readSentPlan,
  replaceMeWithViewerName,
  toVocabularyWithColumns,
} from './planned.ts';
import { readFilterRemoval } from './remove-filters.ts';
import { formatPlan } from './sent-plan.ts';
import { suggestWords } from './suggestions.ts';
import { answerByWeek } from './weekly-answer.ts';

interface QuestionRequest {
  question: string;
  plan: SentPlan | null;
  last: SentPlan | null;
}

/** Maximum number of readings that are offered as buttons. */
const maxOptions = 6;

interface Answered {
  outcome: Outcome;
  /** Words that no list knows, as typed. */
  unknownWords: readonly string[];
}

/** Answers a question, asks which of several meanings is right, or refuses. */
export async function answerQuestion(
  request: QuestionRequest,
  context: AskContext,
): Promise<Answered> {
  if (request.plan !== null)
    return { outcome: await answerSentPlan(request.plan, context), unknownWords: [] };
  const last = await readLastPlan(request.last, context);
  const { question } = request;
  const tokens = tokenize(question);
  const keys = tokens.map(({ key }) => key);
  const removal = readFilterRemoval(tokens, last);
  if (removal !== undefined) return { outcome: answerRemoval(removal, context), unknownWords: [] };
  const explained =
    (await answerAboutCustomer(keys, last, context)) ??
    (await answerByWeek(tokens, context)) ??
    (await defineFigures(keys, context, { isLastResort: false }));
  if (explained !== undefined) return { outcome: explained, unknownWords: [] };
  const found = await interpret(question, { ...context, last: last?.plan ?? null });
  if (found.kind === 'none') {
    const defined = await defineFigures(keys, context, { isLastResort: true });
    if (defined !== undefined) return { outcome: defined, unknownWords: [] };
    return {
      outcome: {
        kind: 'refuse',
        reason: found.reason,
        unknownWords: [...found.unknownWords],
        // Suggests similar words only for unknown words. A known word that doesn’t fit the question
        // needs no other spelling.
        near: found.isUnknown ? await suggestNear(found, context) : [],
      },
      unknownWords: found.isUnknown ? found.unknownWords : [],
    };
  }
  return { outcome: await answerReadings(found, tokens, context), unknownWords: [] };
}

/** Returns similar customer names for an unknown name, otherwise words similar to unknown words. */
async function suggestNear(
  { unknownName, unknownWords }: Extract<Interpretation, { kind: 'none' }>,
  context: AskContext,
): Promise<NearWord[]> {
  if (unknownName === undefined || unknownName.near.length === 0)
    return suggestWords(unknownWords, context);
  return unknownName.near.map((known) => ({ unknown: unknownName.text, known }));
}

async function answerReadings(
  found: Extract<Interpretation, { kind: 'readings' }>,
  tokens: readonly Token[],
  context: AskContext,
): Promise<Outcome> {
  const planned = found.readings.map(toPlanned);
  const [first, ...others] = planned;
  const isGuess = found.readings.every((reading) => reading.isGuess);
  const isClear = others.length === 0 || haveSameResult(planned, context);
  const missing =
    first !== undefined && !isGuess && isClear
      ? await explainMissingCustomerRow(first, context)
      : undefined;
  if (missing !== undefined) return missing;
  if (first !== undefined && !isGuess && isClear)
    return answerPlan(first, context, [
      ...correctionNotes(found.corrections),
      ...buildAmbiguousNounNotes(tokens, first.vocabulary),
    ]);
  return { kind: 'ask', prompt: promptOf(found.readings), options: optionsOf(planned, context) };
}

function answerRemoval(
  removal: NonNullable<ReturnType<typeof readFilterRemoval>>,
  context: AskContext,
): Outcome {
  if ('reason' in removal) return buildPlanRefusal(removal.reason);
  const [first, ...others] = removal.plans;
  if (first !== undefined && others.length === 0) return answerPlan(first, context, []);
  return {
    kind: 'ask',
    prompt: 'The last answer has several filters. Which of these do you mean?',
    options: optionsOf(removal.plans, context),
  };
}

/** Returns the plans that a user can choose from, with their results. */
const optionsOf = (planned: readonly PlanWithList[], context: AskContext) =>
  readOptions(planned).map(({ each, ...option }) => ({
    ...option,
    result: resultText(each, context),
  }));

function promptOf(readings: readonly ListReading[]): string {
  if (readings.length > 1 && readings.every(({ isPart }) => isPart === true))
    return 'One list can’t combine these conditions. This is the result of each:';
  return readings.every(({ isGuess }) => isGuess)
    ? 'I’m not sure I understood. Did you mean this?'
    : 'This question has more than one meaning. Which do you mean?';
}

/** Returns the readings of a question, without running their plans. */
export const describeReadings = (readings: readonly ListReading[]) =>
  readOptions(readings.map(toPlanned)).map(({ reading, plan }) => ({ reading, plan }));

/**
 * Returns at most `maxOptions` plans with their readings. When two readings would have the same
 * text, all readings name their columns.
 */
function readOptions(planned: readonly PlanWithList[]) {
  const options = planned.slice(0, maxOptions);
  const readings = options.map((each) => describePlan(each.plan, toVocabularyWithColumns(each)));
  const namesColumns = new Set(readings).size < readings.length;
  return options.map((each) => ({
    each,
    reading: describePlan(each.plan, { ...toVocabularyWithColumns(each), namesColumns }),
    plan: formatPlan(each.plan),
  }));
}

const toPlanned = ({ plan, list, source }: ListReading): PlanWithList => ({
  plan,
  vocabulary: list.vocabulary,
  source,
});

/**
 * Returns the plan of the last answer; `null` without an answer, and when its list or one of its
 * columns is no longer available.
 */
async function readLastPlan(
  sent: SentPlan | null,
  context: AskContext,
): Promise<PlanWithList | null> {
  const found = sent === null ? null : await readSentPlan(sent, context);
  return typeof found === 'string' ? null : found;
}

/** Returns whether all readings select the same rows and have the same figures. */
function haveSameResult(planned: readonly PlanWithList[], { viewer }: AskContext): boolean {
  const plans = planned.map((each) => ({ ...each, plan: replaceMeWithViewerName(each, viewer) }));
  const figures = plans.map(({ plan, source, vocabulary }) => {
    const { total, value, groups } = computeUnsorted(plan, source, vocabulary).computed;
    return JSON.stringify([plan.list, plan.aggregate, plan.groups, total, value, groups]);
  });
  if (new Set(figures).size > 1) return false;
  const [first = [], ...others] = plans.map(({ plan, source }) => source.select(plan.state).places);
  return others.every((places) => places.every((place, at) => place === first[at]));
}

function resultText(each: PlanWithList, { viewer }: AskContext): string {
  const { plan, vocabulary, source } = each;
  const own = replaceMeWithViewerName(each, viewer);
  const { computed } = computeUnsorted(own, source, vocabulary);
  const { one, many } = vocabulary.noun;
  if (plan.groupOrder?.range !== undefined) return computed.valueText ?? '–';
  return plan.aggregate.kind === 'rows' || plan.aggregate.kind === 'count' || plan.groups.length > 0
    ? countText(computed.total, one, many)
    : (computed.valueText ?? '–');
}
