import type { Clock } from '#server/core/clock/clock.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Env } from '../env/env.ts';
import { createChatModel } from './chat-completions.ts';
import { type LanguageModel, LanguageModelUnavailable } from './language-model.ts';
import { createProviderCallRecorder, makeRecordedCall } from './watch/watch.ts';

/**
 * Creates the configured language model and records the outcome of its calls. Returns `null` when
 * no model is configured.
 */
export function chooseLanguageModel(
  { LLM_BASE_URL: baseUrl, LLM_MODEL: model, LLM_API_KEY: apiKey }: Env,
  queries: Queries,
  clock: Clock,
  deadline?: number,
): LanguageModel | null {
  if (baseUrl === undefined || model === undefined) return null;
  const chat = createChatModel({
    ...{ baseUrl, model, apiKey },
    ...(deadline === undefined ? {} : { deadline }),
  });
  const watch = createProviderCallRecorder(queries, 'llm', clock);
  return {
    ...chat,
    complete: (messages, signal) =>
      makeRecordedCall(
        watch,
        () => chat.complete(messages, signal),
        (error) => error instanceof LanguageModelUnavailable,
      ),
  };
}
