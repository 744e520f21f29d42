import { numberText } from '#shared/core/words.ts';
import { failureText, readBoundedAnswer } from '../bounded-answer.ts';
import { PlacesUnavailable } from '../places.ts';

export interface JsonCall {
  /** Name of the directory in error messages. */
  title: string;
  url: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  /** JSON text of the request; `undefined` for a GET. */
  body?: string;
  /** Deadline for the whole answer, in milliseconds. */
  deadline: number;
}

export interface JsonAnswer {
  status: number;
  /** Parsed body; `undefined` when the body is not JSON. */
  json: unknown;
  /** Value of the header `Retry-After`; `null` without it. */
  retryAfter: string | null;
}

/** Maximum number of bytes of an answer. 200 NPPES records with many addresses take about 1 MB. */
const maxAnswerBytes = 8 * 1024 * 1024;

/**
 * Makes a call and returns its answer, whatever its status. Throws `PlacesUnavailable` without a
 * complete answer. When `signal` aborts, closes the connection and throws the signal's reason.
 */
export async function makeJsonCall(call: JsonCall, signal: AbortSignal): Promise<JsonAnswer> {
  const { title, url, method, headers, body, deadline } = call;
  signal.throwIfAborted();
  const late = AbortSignal.timeout(deadline);
  const stop = AbortSignal.any([signal, late]);
  try {
    const response = await fetch(url, {
      method,
      // A redirect could send the key and the query to another host.
      redirect: 'manual',
      headers: { accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      signal: stop,
    });
    const bytes = await readBoundedAnswer(response, maxAnswerBytes, stop);
    return {
      status: response.status,
      json: parseJson(new TextDecoder().decode(bytes)),
      retryAfter: response.headers.get('retry-after'),
    };
  } catch (error) {
    signal.throwIfAborted();
    const reason = late.aborted
      ? `didn’t answer within ${numberText(deadline / 1000)} s`
      : failureText(error);
    if (reason === undefined) throw error;
    throw new PlacesUnavailable(`${title} ${reason}. Try again in a moment.`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const minute = 60_000;
/** Pause after a 429 answer without a requested pause, and the longest pause, in milliseconds. */
const pauses = { usual: minute / 2, longest: 60 * minute };

/**
 * Returns the pause that a 429 answer requests, in milliseconds: 30 s without a request, and at
 * most an hour.
 */
export function requestedPause(retryAfter: string | null, now: Date): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  const milliseconds = Number.isNaN(seconds)
    ? Date.parse(retryAfter ?? '') - now.getTime()
    : seconds * 1000;
  return milliseconds > 0 ? Math.min(milliseconds, pauses.longest) : pauses.usual;
}

/**
 * Returns the error for an answer whose status is not 200. `setting` is the name of the setting with
 * the key; `null` for a directory without keys.
 */
export function refusedCall(
  title: string,
  { status, retryAfter }: JsonAnswer,
  setting: string | null,
  now: Date,
): PlacesUnavailable {
  if (status === 429) {
    return new PlacesUnavailable(
      `${title} allows no more requests for now. Try again later.`,
      requestedPause(retryAfter, now),
    );
  }
  if (status === 401 || status === 403) {
    return new PlacesUnavailable(
      `${title} rejected the request (${status}). Ask an administrator to check ${setting === null ? 'the connection' : setting}.`,
    );
  }
  return new PlacesUnavailable(
    `${title} ${status >= 500 ? 'failed' : 'refused the request'} (${status}). Try again in a moment.`,
  );
}

export const unreadableAnswer = (title: string): PlacesUnavailable =>
  new PlacesUnavailable(`${title} sent an answer that Chairside can’t read.`);
