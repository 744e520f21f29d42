import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@hubspot/api-client';
import { z } from 'zod';
import type { Queries } from '#server/core/db/database.ts';
import type { Clock } from '#server/core/dependencies.ts';
import { block, blockedUntil, takeTurn } from './limit-queries.ts';
import { isDayUsedUp, nextMidnight, waitBeforeAgain } from './rules.ts';

export interface Hubspot {
  /** Throws HubspotError when HubSpot refuses, does not answer or answers what nobody can read. */
  get<Answer>(path: string, query: Record<string, string>, answer: z.ZodType<Answer>): Promise<Answer>;
  post<Answer>(path: string, body: Record<string, unknown>, answer: z.ZodType<Answer>): Promise<Answer>;
  patch<Answer>(path: string, body: Record<string, unknown>, answer: z.ZodType<Answer>): Promise<Answer>;
}

export interface HubspotSettings {
  token: string;
  baseUrl: string;
  /** The portal's; its day of calls ends at midnight there. */
  timeZone: string;
  queries: Queries;
  clock: Clock;
  sleep?: (milliseconds: number) => Promise<unknown>;
}

/** Told to people and logs: made of our own words, so that neither the token nor a customer's data is in it. */
export class HubspotError extends Error {
  /** Of its answer, where there was one. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

const mostAttempts = 5;
const deadline = 30_000;
const turnPause = 100;
const refusal = z.object({ policyName: z.string().optional() });

/** A process makes one: the SDK keeps its own limits and retries in one place for the whole process. */
export function openHubspot({ token, baseUrl, timeZone, queries, clock, sleep = pause }: HubspotSettings): Hubspot {
  const client = new Client({ accessToken: token, basePath: baseUrl, numberOfApiCallRetries: 0 });

  async function turn(): Promise<void> {
    while (!(await takeTurn(queries, clock()))) {
      const until = await blockedUntil(queries, clock());
      if (until !== null)
        throw new HubspotError(`HubSpot may not be asked before ${until.toISOString()}: the calls of the day are used up.`);
      await sleep(turnPause);
    }
  }

  async function ask(request: { method: string; path: string; qs?: Record<string, string>; body?: Record<string, unknown> }) {
    const ended = new AbortController();
    const late = pause(deadline, undefined, { signal: ended.signal, ref: false }).then(
      () => Promise.reject(new HubspotError(`HubSpot did not answer ${request.path} within ${deadline / 1000} s.`)),
      () => Promise.reject(new HubspotError('The call has ended.')),
    );
    try {
      return await Promise.race([late, send(request)]);
    } finally {
      ended.abort();
    }
  }

  async function send(request: { method: string; path: string; qs?: Record<string, string>; body?: Record<string, unknown> }) {
    const response = await client.apiRequest(request);
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  async function call<Answer>(request: Parameters<typeof send>[0], answer: z.ZodType<Answer>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      await turn();
      const reply = await ask(request).catch((error: unknown) => {
        if (attempt < mostAttempts) return undefined;
        throw error instanceof HubspotError ? error : new HubspotError(`HubSpot cannot be reached for ${request.path}.`);
      });
      const status = reply?.status ?? 503;
      const header = (name: string) => reply?.headers.get(name) ?? undefined;
      const policy = reply?.status === 429 ? parsed(reply.text, refusal)?.policyName : undefined;
      if (policy === 'DAILY' || isDayUsedUp(header('x-hubspot-ratelimit-daily'), header('x-hubspot-ratelimit-daily-remaining')))
        await block(queries, nextMidnight(timeZone, clock()), clock());
      if (policy === 'DAILY') continue;
      const found = reply !== undefined && status < 300 ? parsed(reply.text, answer) : undefined;
      if (found !== undefined) return found;
      if (status >= 300 && status < 500 && status !== 429)
        throw new HubspotError(`HubSpot answered ${request.path} with ${status}.`, status);
      if (attempt === mostAttempts)
        throw new HubspotError(`HubSpot answered ${request.path} with ${status < 300 ? 'what cannot be read' : status}.`);
      await sleep(waitBeforeAgain({ status, retryAfter: header('retry-after'), policy }, attempt, Math.random()));
    }
  }

  return {
    get: (path, query, answer) => call({ method: 'GET', path, qs: query }, answer),
    post: (path, body, answer) => call({ method: 'POST', path, body }, answer),
    patch: (path, body, answer) => call({ method: 'PATCH', path, body }, answer),
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
