import type { CalledProspect } from '#shared/prospects/calls/calls.ts';
import type { CallOutcome } from '#shared/prospects/calls/outcomes.ts';
import { callProblem } from '#shared/prospects/calls/outcomes.ts';

/** Result of a prospect in this visit of the page. */
export type CallResult =
  | { outcome: 'skipped' }
  | {
      outcome: CallOutcome;
      callId: string;
      /** Version of the prospect after the call. */
      version: number;
    };

export type CallResults = ReadonlyMap<number, CallResult>;

interface LeftOutProspect {
  called: CalledProspect;
  reason: string;
}

/**
 * Splits the list into the prospects to call and the prospects that are left out. A prospect with a result stays,
 * although its outcome can be that it must not be called again.
 */
export function splitCallList(
  prospects: readonly CalledProspect[],
  results: CallResults,
): { queue: CalledProspect[]; leftOut: LeftOutProspect[] } {
  const queue: CalledProspect[] = [];
  const leftOut: LeftOutProspect[] = [];
  for (const called of prospects) {
    const reason = callProblem(called.prospect);
    if (reason === undefined || results.has(called.prospect.prospectId)) queue.push(called);
    else leftOut.push({ called, reason });
  }
  return { queue, leftOut };
}

/**
 * Returns the place in the queue of the prospect in the URL: the end for 'end', the next prospect of
 * the list when that prospect is left out, and the first place for an unknown prospect.
 */
export function placeInQueue(
  prospects: readonly CalledProspect[],
  queue: readonly CalledProspect[],
  at: string | null,
): number {
  if (at === 'end') return queue.length;
  const from = prospects.findIndex(({ prospect }) => String(prospect.prospectId) === at);
  const rest = new Set(prospects.slice(Math.max(0, from)));
  const place = queue.findIndex((called) => rest.has(called));
  return place === -1 ? queue.length : place;
}

/** Returns the value of the URL parameter for a place in the queue. */
export const urlPlace = (queue: readonly CalledProspect[], place: number): string =>
  String(queue[place]?.prospect.prospectId ?? 'end');
