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

interface SkippedProspect {
  called: CalledProspect;
  reason: string;
}

/**
 * Splits the list into the prospects to call and the skipped ones. A prospect with a result stays,
 * although its outcome can be that it must not be called again.
 */
export function splitCallList(
  prospects: readonly CalledProspect[],
  results: CallResults,
): { queue: CalledProspect[]; skipped: SkippedProspect[] } {
  const queue: CalledProspect[] = [];
  const skipped: SkippedProspect[] = [];
  for (const called of prospects) {
    const reason = callProblem(called.prospect);
    if (reason === undefined || results.has(called.prospect.prospectId)) queue.push(called);
    else skipped.push({ called, reason });
  }
  return { queue, skipped };
}

/**
 * Returns the place in the queue of the prospect in the URL: the end for 'end', and otherwise the
 * first place when the prospect is not in the queue.
 */
export function placeInQueue(queue: readonly CalledProspect[], at: string | null): number {
  if (at === 'end') return queue.length;
  const place = queue.findIndex(({ prospect }) => String(prospect.prospectId) === at);
  return Math.max(0, place);
}

/** Returns the value of the URL parameter for a place in the queue. */
export const urlPlace = (queue: readonly CalledProspect[], place: number): string =>
  String(queue[place]?.prospect.prospectId ?? 'end');
