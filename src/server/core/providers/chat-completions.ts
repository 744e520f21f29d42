import { z } from 'zod';
import { numberText } from '#shared/core/words.ts';
import { failureText, readBoundedAnswer } from './bounded-answer.ts';
import {
  type ChatMessage,
  type LanguageModel,
  LanguageModelUnavailable,
} from './language-model.ts';

interface ChatSettings {
  baseUrl: string;
  model: string;
  /** `undefined` for an endpoint without keys, such as one on this machine. */
  apiKey: string | undefined;
  /** Deadline for the whole answer, in milliseconds. */
  deadline?: number;
}

/** Maximum number of tokens of a reply, which is one line. */
export const maxReplyTokens = 120;

const maxAnswerBytes = 64 * 1024;

const answerSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
});

/** Reasons of refused calls by their status. */
const statusTexts: Record<number, string> = {
  401: 'it refuses LLM_API_KEY',
  403: 'it refuses LLM_API_KEY',
  404: 'it doesn’t know the path of LLM_BASE_URL or the model LLM_MODEL',
  429: 'its rate limit or quota is used up',
};

function statusText(status: number): string {
  if (status >= 300 && status < 400)
    return 'redirects aren’t followed. Set LLM_BASE_URL to the final address';
  return statusTexts[status] ?? (status >= 500 ? 'it failed' : 'it refuses the request');
}

/** Creates the client of an OpenAI-compatible endpoint. It makes one call per reply, without retries. */
export function createChatModel({
  baseUrl,
  model,
  apiKey,
  deadline = 8_000,
}: ChatSettings): LanguageModel {
  const url = `${baseUrl.replace(/\/+$/, '')}/chat/completions`;

  async function request(messages: readonly ChatMessage[], signal: AbortSignal): Promise<string> {
    const response = await fetch(url, {
      method: 'POST',
      // A redirect could send the key and the question to another host.
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        model,
        messages,
        temperature: 0,
        max_tokens: maxReplyTokens,
        stream: false,
      }),
      signal,
    });
    const { status } = response;
    if (status !== 200) {
      await response.body?.cancel();
      throw new LanguageModelUnavailable(
        `The endpoint answered with ${status}: ${statusText(status)}.`,
      );
    }
    const body = new TextDecoder().decode(
      await readBoundedAnswer(response, maxAnswerBytes, signal),
    );
    return readReply(body);
  }

  return {
    host: new URL(baseUrl).host,
    model,
    async complete(messages, signal) {
      const late = AbortSignal.timeout(deadline);
      try {
        return await request(messages, AbortSignal.any([signal, late]));
      } catch (error) {
        if (error instanceof LanguageModelUnavailable) throw error;
        signal.throwIfAborted();
        const reason = late.aborted
          ? `didn’t answer within ${numberText(deadline / 1000)} s`
          : failureText(error);
        if (reason === undefined) throw error;
        throw new LanguageModelUnavailable(`The endpoint ${reason}.`, { cause: error });
      }
    },
  };
}

/** Returns the reply of a chat completion. Throws when it is incomplete or another kind of answer. */
function readReply(body: string): string {
  const [choice] = parseAnswer(body)?.choices ?? [];
  if (choice === undefined)
    throw new LanguageModelUnavailable('The endpoint’s answer isn’t a chat completion.');
  if (choice.finish_reason === 'length')
    throw new LanguageModelUnavailable(
      `The model’s reply is longer than ${maxReplyTokens} tokens.`,
    );
  return choice.message.content;
}

function parseAnswer(body: string): z.output<typeof answerSchema> | undefined {
  try {
    return answerSchema.parse(JSON.parse(body));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}
