import { addDays, type Day } from '#shared/core/dates.ts';
import { dayInWords } from '#shared/core/words.ts';
import { campaignRules } from '#shared/metrics/constants.ts';
import { windowOn } from '#shared/work/working-time-rules.ts';
import type { CampaignAction, CampaignState, RecipientStatus } from './campaigns.ts';

const dayMilliseconds = 86_400_000;
const mostYearsAhead = 366;

type WorkingDays = Parameters<typeof windowOn>[0];

/** The first working day from a day on; the day itself where none comes within a year. */
export function workingDayFrom(hours: WorkingDays, day: Day): Day {
  for (let ahead = 0; ahead <= mostYearsAhead; ahead += 1) {
    const next = addDays(day, ahead);
    if (windowOn(hours, next) !== null) return next;
  }
  return day;
}

/** What is wrong with a due day; undefined when nothing is. */
export function dueDayProblem(hours: WorkingDays, dueOn: Day, today: Day): string | undefined {
  if (dueOn < today) return 'must not be over';
  if (dueOn > addDays(today, mostYearsAhead)) return 'must be at most a year ahead';
  const next = workingDayFrom(hours, dueOn);
  return next === dueOn ? undefined : `is no working day; the next one is ${dayInWords(next)}`;
}

export interface RecipientFacts {
  state: 'left_out' | 'waiting' | 'opened' | 'refused' | 'cancelled' | 'withdrawn' | 'kept';
  /** What the CRM has; null where it has no such ticket. */
  ticket: {
    isOpen: boolean;
    /** Whether anything was changed or written since it was opened. */
    isTouched: boolean;
    /** Our message was the last. */
    waitsForCustomer: boolean;
    lastTouchAt: Date;
  } | null;
}

/** Where a customer's ticket stands, by the CRM's facts. */
export function statusOf({ state, ticket }: RecipientFacts): RecipientStatus {
  if (state !== 'opened' && state !== 'kept') return state;
  if (ticket === null) return 'deleted';
  if (!ticket.isOpen) return 'done';
  if (ticket.waitsForCustomer) return 'with_customer';
  return ticket.isTouched ? 'in_progress' : 'not_started';
}

/** Whole days since the last touch. */
export const idleDays = (lastTouchAt: Date, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - lastTouchAt.getTime()) / dayMilliseconds));

/** Whether an open ticket needs somebody to look: it is overdue, or was not touched for days. None of a campaign that has ended does. */
export function isStraggler(facts: RecipientFacts, { dueOn, isEnded }: { dueOn: Day; isEnded: boolean }, today: Day, now: Date): boolean {
  if (isEnded) return false;
  const status = statusOf(facts);
  if (facts.ticket === null || !(status === 'not_started' || status === 'in_progress' || status === 'with_customer')) return false;
  return dueOn < today || idleDays(facts.ticket.lastTouchAt, now) >= campaignRules.idleDays;
}

/** Until when a campaign can be undone; null while tickets are being opened, when it always can. */
export const undoUntil = (finishedAt: Date | null): Date | null =>
  finishedAt === null ? null : new Date(finishedAt.getTime() + campaignRules.undoHours * 3_600_000);

interface Standing {
  state: CampaignState;
  finishedAt: Date | null;
  refused: number;
  /** Changes of many tickets at once that the CRM does not have yet. */
  waiting: number;
}

/** The state that an action leads to; a sentence where it is not possible. An action that was done already leads to where the campaign is. */
export function actionResult(
  action: CampaignAction,
  { state, finishedAt, refused, waiting }: Standing,
  now: Date,
): CampaignState | { problem: string } {
  const until = undoUntil(finishedAt);
  switch (action) {
    case 'pause':
      if (state === 'sending' || state === 'paused') return 'paused';
      return { problem: 'No tickets are being opened now.' };
    case 'resume':
      if (state === 'sending' || state === 'paused') return 'sending';
      return { problem: 'This campaign is no longer paused.' };
    case 'cancel':
      if (state === 'sending' || state === 'paused' || state === 'cancelled') return 'cancelled';
      return { problem: 'All tickets have been opened. Undo the campaign to withdraw them.' };
    case 'retry':
      if (state === 'sending') return state;
      if (state === 'sent' && refused > 0) return 'sending';
      return { problem: 'There is no refused ticket to try again.' };
    case 'undo':
      if (state === 'undoing' || state === 'undone') return state;
      if (state === 'ended') return { problem: 'This campaign has ended. Undo its end first.' };
      if (waiting > 0) return { problem: 'Changes of its tickets wait for the CRM. Undo it once they are made.' };
      if (until !== null && until < now)
        return { problem: `A campaign can be undone for ${campaignRules.undoHours} hours. That time is over.` };
      return 'undoing';
  }
}

/** Why a campaign cannot be ended; undefined when nothing speaks against it. */
export function endProblem({ state, toOpen }: { state: CampaignState; toOpen: number }): string | undefined {
  if (state === 'ended') return 'This campaign has ended already.';
  if (state === 'undoing' || state === 'undone') return 'This campaign is undone.';
  return state === 'sent' || (state === 'cancelled' && toOpen === 0)
    ? undefined
    : 'Its tickets are still being opened. End it once they are, or cancel the rest.';
}
