import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@hubspot/api-client';
import { z } from 'zod';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Queries } from '#server/core/db/database.ts';
import { AnswerTooLong, readBoundedAnswer } from '../bounded-answer.ts';
import type { ProviderCallRecorder } from '../watch/watch.ts';
import {
  blockAllCallsUntil,
  blockTokenBucketUntil,
  callsBlockedUntil,
  resizeTokenBucket,
  takeCallToken,
} from './limit-queries.ts';
import { type ApiVersion, apiVersion, createHubspotPaths, type HubspotPaths } from './paths.ts';
import {
  CircuitBreaker,
  isDailyQuotaUsedUp,
  nextMidnight,
  retryDelay,
  tokenBucketForLimits,
} from './rules.ts';
import type { RateLimitBucketName } from './schema.ts';

interface Calls {
  /**
   * Throws HubspotError when HubSpot refuses the call, does not answer, or sends an invalid answer.
   */
  get<Answer>(
    path: string,
    query: Record<string, string>,
    answer: z.ZodType<Answer>,
  ): Promise<Answer>;
  post<Answer>(
    path: string,
    body: Record<string, unknown>,
    answer: z.ZodType<Answer>,
  ): Promise<Answer>;
  patch<Answer>(
    path: string,
    body: Record<string, unknown>,
    answer: z.ZodType<Answer>,
  ): Promise<Answer>;
}

export interface HubspotClient extends Calls {
  readonly paths: HubspotPaths;
  /** Time zone of the HubSpot account. */
  readonly timeZone: string;
  /** API calls for a waiting user: a single attempt with a short deadline. */
  readonly hurried: Calls;
  health(): HubspotHealth;
}

export interface HubspotHealth {
  /** Time of the first of the current consecutive failures; `null` when the last call succeeded. */
  failingSince: Date | null;
  /** End of the pause that began when the daily calls were used up; `null` without such a pause. */
  blockedUntil: Date | null;
}

export interface HubspotSettings {
  token: string;
  baseUrl: string;
  /**
   * Time zone of the HubSpot account. The daily limit of API calls resets at midnight in this zone.
   */
  timeZone: string;
  queries: Queries;
  clock: Clock;
  version?: ApiVersion;
  /** Deadlines in milliseconds for background calls and for calls of a waiting user. */
  deadlines?: { patient: number; hurried: number };
  sleep?: (milliseconds: number) => Promise<unknown>;
  /** Receives the outcome of each call. */
  watch?: ProviderCallRecorder;
}

/**
 * Error for users and logs. Chairside writes the message, so it contains neither the token nor
 * customer data.
 */
export class HubspotError extends Error {
  /** HTTP status of a refused call; `undefined` when the same call may succeed later. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

interface Patience {
  attempts: number;
  deadline: number;
  /** Maximum wait for the rate limit, in milliseconds. */
  turn: number;
}
const patient = { attempts: 8, turn: Number.POSITIVE_INFINITY } as const;
const hurried = { attempts: 1, turn: 3_000 } as const;
const usualDeadlines = { patient: 30_000, hurried: 5_000 };

/**
 * Maximum number of bytes in an answer. The largest page is a search result of 200 tickets, each
 * with a text of up to 65,536 characters. This is 13 MB in ASCII, and 39 MB when every character
 * takes three bytes.
 */
const mostAnswerBytes = 64 * 1024 * 1024;

const refusal = z.object({ policyName: z.string().optional() });

interface Request {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  qs?: Record<string, string>;
  body?: Record<string, unknown>;
}

interface Reply {
  status: number;
  header(name: string): string | undefined;
  text: string;
}

/** Returns the rate-limit bucket of a request. Searches have a separate bucket. */
const bucketOf = ({ path }: Request): RateLimitBucketName =>
  path.endsWith('/search') ? 'search' : 'general';

/**
 * Opens the HubSpot client. Create only one client per process, because the SDK applies its limits
 * and retries per process.
 */
export function openHubspot({
  token,
  baseUrl,
  timeZone,
  queries,
  clock,
  version = apiVersion,
  deadlines = usualDeadlines,
  sleep = pause,
  watch,
}: HubspotSettings): HubspotClient {
  const client = new Client({ accessToken: token, basePath: baseUrl, numberOfApiCallRetries: 0 });
  const breaker = new CircuitBreaker();
  let allowed: string | undefined;
  /** End of the daily pause, as this process last read it. */
  let blocked: Date | null = null;

  async function turn(bucket: RateLimitBucketName, longest: number): Promise<void> {
    for (let waited = 0; ; ) {
      const now = clock();
      const rests = breaker.restsUntil(now);
      if (rests !== null)
        throw new HubspotError(
          `HubSpot does not answer. The next attempt is at ${rests.toISOString()}.`,
        );
      blocked = await callsBlockedUntil(queries, now);
      if (blocked !== null)
        throw new HubspotError(
          `HubSpot cannot be called before ${blocked.toISOString()}: the daily limit of calls is used up.`,
        );
      const wait = Math.ceil((await takeCallToken(queries, bucket, now)) * 1000);
      if (wait === 0) return;
      waited += wait;
      if (waited > longest)
        throw new HubspotError('HubSpot’s rate limit is reached. Try again in a moment.');
      await sleep(wait);
    }
  }

  async function ask(request: Request, deadline: number): Promise<Reply> {
    const ended = new AbortController();
    const late = pause(deadline, undefined, { signal: ended.signal, ref: false }).then(
      () =>
        Promise.reject(
          new HubspotError(`HubSpot did not answer ${request.path} within ${deadline / 1000} s.`),
        ),
      () => Promise.reject(new HubspotError('The request to HubSpot was stopped.')),
    );
    try {
      return await Promise.race([late, send(request, ended.signal)]);
    } finally {
      ended.abort();
    }
  }

  /**
   * Sends a request. Aborting `signal` also closes the connection, so that reading stops at the
   * deadline.
   */
  async function send(request: Request, signal: AbortSignal): Promise<Reply> {
    const response = await client.apiRequest(request);
    const text = new TextDecoder().decode(
      await readBoundedAnswer(response, mostAnswerBytes, signal),
    );
    return {
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      text,
    };
  }

  /** Saves the rate limits in an answer's headers for all processes. */
  async function applyLimits(
    request: Request,
    { status, header, text }: Reply,
    attempt: number,
  ): Promise<void> {
    const policy = status === 429 ? parsed(text, refusal)?.policyName : undefined;
    if (
      policy === 'DAILY' ||
      isDailyQuotaUsedUp(
        header('x-hubspot-ratelimit-daily'),
        header('x-hubspot-ratelimit-daily-remaining'),
      )
    ) {
      blocked = nextMidnight(timeZone, clock());
      await blockAllCallsUntil(queries, blocked);
    }
    if (status === 429) {
      const wait = retryDelay(
        { status, retryAfter: header('retry-after'), policy },
        attempt,
        Math.random(),
      );
      await blockTokenBucketUntil(queries, bucketOf(request), new Date(clock().getTime() + wait));
    }
    const maximum = header('x-hubspot-ratelimit-max');
    if (maximum === allowed || bucketOf(request) === 'search') return;
    allowed = maximum;
    const bucket = tokenBucketForLimits(
      maximum,
      header('x-hubspot-ratelimit-interval-milliseconds'),
    );
    if (bucket !== undefined) await resizeTokenBucket(queries, 'general', bucket);
  }

  async function call<Answer>(
    request: Request,
    answer: z.ZodType<Answer>,
    { attempts, deadline, turn: longest }: Patience,
  ): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      await turn(bucketOf(request), longest);
      const outcome = await attemptCall(request, answer, deadline, attempt);
      if ('found' in outcome) return outcome.found;
      if (attempt >= attempts || breaker.restsUntil(clock()) !== null) throw outcome.error;
      if (outcome.wait > 0) await sleep(outcome.wait);
    }
  }

  /**
   * Makes one attempt. Returns the answer, or the error and the wait before the next attempt.
   * Throws when another attempt cannot succeed.
   */
  async function attemptCall<Answer>(
    request: Request,
    answer: z.ZodType<Answer>,
    deadline: number,
    attempt: number,
  ): Promise<{ found: Answer } | { error: HubspotError; wait: number }> {
    const failed = async (error: HubspotError, retryAfter?: string) => {
      breaker.failed(clock());
      await watch?.failed(error.message);
      return {
        error,
        wait: retryDelay({ status: 503, retryAfter, policy: undefined }, attempt, Math.random()),
      };
    };
    const began = performance.now();
    const reply = await ask(request, deadline).catch((error: unknown) => {
      if (error instanceof HubspotError) return error;
      const reason =
        error instanceof AnswerTooLong
          ? `HubSpot answered ${request.path}: ${error.message}`
          : undefined;
      return new HubspotError(reason ?? `HubSpot cannot be reached for ${request.path}.`);
    });
    if (reply instanceof HubspotError) return failed(reply);
    const { status, header, text } = reply;
    if (status < 500) await watch?.answered(performance.now() - began);
    await applyLimits(request, reply, attempt);
    const answered = `HubSpot answered ${request.path} with ${status}.`;
    if (status === 429) return { error: new HubspotError(answered), wait: 0 };
    if (status >= 500) return failed(new HubspotError(answered), header('retry-after'));
    if (status >= 300) {
      breaker.answered();
      if (status === 401 || status === 403) await watch?.failed(answered);
      throw new HubspotError(answered, status);
    }
    const found = parsed(text, answer);
    if (found === undefined)
      return failed(new HubspotError(`HubSpot answered ${request.path} with an invalid answer.`));
    breaker.answered();
    return { found };
  }

  const callsWith = (patience: Patience): Calls => ({
    get: (path, query, answer) => call({ method: 'GET', path, qs: query }, answer, patience),
    post: (path, body, answer) => call({ method: 'POST', path, body }, answer, patience),
    patch: (path, body, answer) => call({ method: 'PATCH', path, body }, answer, patience),
  });

  return {
    paths: createHubspotPaths(version),
    timeZone,
    ...callsWith({ ...patient, deadline: deadlines.patient }),
    hurried: callsWith({ ...hurried, deadline: deadlines.hurried }),
    health: () => ({
      failingSince: breaker.failingSince,
      blockedUntil: blocked !== null && blocked > clock() ? blocked : null,
    }),
  };
}

function parsed<Answer>(text: string, answer: z.ZodType<Answer>): Answer | undefined {
  try {
    return answer.parse(text === '' ? null : JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}
