import type { Queries } from '#server/core/db/database.ts';
import {
  type LanguageModel,
  LanguageModelUnavailable,
} from '#server/core/providers/language-model.ts';
import { interpret } from '#shared/assistant/interpret.ts';
import type { Rewrite } from '#shared/assistant/rewrite.ts';
import { cleanLine } from '#shared/core/text.ts';
import { describeReadings } from '../answer/answer.ts';
import type { AskContext } from '../context.ts';
import { hasPossibleName, maskQuestion, unmaskRewrite } from './mask-rules.ts';
import { readPrivateNames } from './names.ts';
import { buildRewriteMessages, maxRewriteLength } from './prompt.ts';

interface RewriteTools {
  queries: Queries;
  model: LanguageModel;
  /** Aborts when the client closes the connection. */
  signal: AbortSignal;
}

const none = (reason: string): Rewrite => ({ kind: 'none', reason });

/**
 * Lets the model rewrite a question that the planner refuses. Returns the readings of the rewritten
 * question, without running their plans.
 */
export async function rewriteQuestion(
  question: string,
  context: AskContext,
  { queries, model, signal }: RewriteTools,
): Promise<Rewrite> {
  const plannable = { ...context, last: null };
  if ((await interpret(question, plannable)).kind === 'readings')
    return none('The question has an answer without a rewrite.');
  const names = await readPrivateNames(queries, context);
  const masked = maskQuestion(cleanLine(question), names);
  if (hasPossibleName(masked, names))
    return none('A word of the question can be a name, so the question isn’t sent to the model.');
  const reply = await askModel(model, buildRewriteMessages(context.lists, masked.text), signal);
  if (reply === null) return none('The language model didn’t answer.');
  const line = readLine(reply);
  const rewritten = line === null ? null : unmaskRewrite(line, masked, names);
  if (rewritten === null) return none('The language model’s reply isn’t usable.');
  const found = await interpret(rewritten, plannable);
  if (found.kind === 'none') return none('No list can answer the rewritten question.');
  return { kind: 'suggestion', readings: describeReadings(found.readings) };
}

/** Returns the model's reply; `null` without one. Its failure is recorded for administrators. */
async function askModel(
  model: LanguageModel,
  messages: ReturnType<typeof buildRewriteMessages>,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    return await model.complete(messages, signal);
  } catch (error) {
    if (error instanceof LanguageModelUnavailable || signal.aborted) return null;
    throw error;
  }
}

/** Returns a reply that is one line of usual length; otherwise `null`. */
function readLine(reply: string): string | null {
  if (reply.length > 2 * maxRewriteLength || /[\n\r\u2028\u2029]/.test(reply.trim())) return null;
  const line = cleanLine(reply);
  return line === '' || line.length > maxRewriteLength ? null : line;
}
