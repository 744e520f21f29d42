import { addDays, type Day } from '#shared/core/dates.ts';
import { dayInWords } from '#shared/core/words.ts';
import { findWorkHoursOnDay } from '#shared/work/working-time-rules.ts';
import type { CampaignAction, CampaignState, RecipientStatus } from './campaigns.ts';
import { campaignLimits } from './constants.ts';

const dayMilliseconds = 86_400_000;
const maxDaysAhead = 366;

type WorkingDays = Parameters<typeof findWorkHoursOnDay>[0];

/**
 * Returns the first working day from `day` on. Returns `day` itself when there is no working day
 * within a year.
 */
export function findFirstWorkingDay(hours: WorkingDays, day: Day): Day {
  for (let ahead = 0; ahead <= maxDaysAhead; ahead += 1) {
    const next = addDays(day, ahead);
    if (findWorkHoursOnDay(hours, next) !== null) return next;
  }
  return day;
}

/** Returns the problem with a due date; `undefined` when there is none. */
export function dueDayProblem(hours: WorkingDays, dueOn: Day, today: Day): string | undefined {
  if (dueOn < today) return 'must not be in the past';
  if (dueOn > addDays(today, maxDaysAhead)) return 'must be at most a year ahead';
  const next = findFirstWorkingDay(hours, dueOn);
  return next === dueOn ? undefined : `is not a working day; the next one is ${dayInWords(next)}`;
}

export interface RecipientTicketState {
  state: 'left_out' | 'waiting' | 'opened' | 'refused' | 'cancelled' | 'withdrawn' | 'kept';
  /** Ticket in the CRM; `null` when the CRM has no such ticket. */
  ticket: {
    isOpen: boolean;
    /** `true` when the ticket was changed or got a message after it was opened. */
    isTouched: boolean;
    /** `true` when the team wrote the last message. */
    waitsForCustomer: boolean;
    lastTouchAt: Date;
  } | null;
}

/** Returns the status of a campaign's customer, derived from its ticket in the CRM. */
export function recipientStatus({ state, ticket }: RecipientTicketState): RecipientStatus {
  if (state !== 'opened' && state !== 'kept') return state;
  if (ticket === null) return 'deleted';
  if (!ticket.isOpen) return 'done';
  if (ticket.waitsForCustomer) return 'with_customer';
  return ticket.isTouched ? 'in_progress' : 'not_started';
}

/** Returns the number of full days since the last change or message. */
export const countDaysSinceTouch = (lastTouchAt: Date, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - lastTouchAt.getTime()) / dayMilliseconds));

/**
 * Returns `true` for an open ticket that is overdue or was not changed for `idleDays`. Always
 * returns `false` after the campaign has ended.
 */
export function needsTicketAttention(
  facts: RecipientTicketState,
  { dueOn, isEnded }: { dueOn: Day; isEnded: boolean },
  today: Day,
  now: Date,
): boolean {
  if (isEnded) return false;
  const status = recipientStatus(facts);
  if (
    facts.ticket === null ||
    !(status === 'not_started' || status === 'in_progress' || status === 'with_customer')
  )
    return false;
  return (
    dueOn < today || countDaysSinceTouch(facts.ticket.lastTouchAt, now) >= campaignLimits.idleDays
  );
}

/**
 * Returns the time until which a campaign can be undone; `null` (no limit) while tickets are still
 * being opened.
 */
export const campaignUndoDeadline = (finishedAt: Date | null): Date | null =>
  finishedAt === null
    ? null
    : new Date(finishedAt.getTime() + campaignLimits.undoHours * 3_600_000);

interface CampaignStatus {
  state: CampaignState;
  finishedAt: Date | null;
  refused: number;
  /** Number of bulk changes that have not reached the CRM yet. */
  waiting: number;
}

/**
 * Returns the state after an action, or the reason why the action is not possible. Repeating an
 * action returns the unchanged state.
 */
export function resolveCampaignAction(
  action: CampaignAction,
  { state, finishedAt, refused, waiting }: CampaignStatus,
  now: Date,
): CampaignState | { problem: string } {
  const until = campaignUndoDeadline(finishedAt);
  switch (action) {
    case 'pause':
      if (state === 'sending' || state === 'paused') return 'paused';
      return { problem: 'This campaign isn’t opening tickets at the moment.' };
    case 'resume':
      if (state === 'sending' || state === 'paused') return 'sending';
      return { problem: 'This campaign isn’t paused.' };
    case 'cancel':
      if (state === 'sending' || state === 'paused' || state === 'cancelled') return 'cancelled';
      return { problem: 'All tickets are already open. Undo the campaign to withdraw them.' };
    case 'retry':
      if (state === 'sending') return state;
      if (state === 'sent' && refused > 0) return 'sending';
      return { problem: 'This campaign has no refused tickets to retry.' };
    case 'undo':
      if (state === 'undoing' || state === 'undone') return state;
      if (state === 'ended')
        return {
          problem: 'This campaign has ended. First undo “Campaign ended” under Bulk changes.',
        };
      if (waiting > 0)
        return {
          problem:
            'Some ticket changes haven’t reached the CRM yet. Wait for them, then undo the campaign.',
        };
      if (until !== null && until < now)
        return {
          problem: `This campaign was sent more than ${campaignLimits.undoHours} hours ago and can no longer be undone.`,
        };
      return 'undoing';
  }
}

/** Returns the reason why a campaign cannot be ended; `undefined` when it can. */
export function campaignEndProblem({
  state,
  toOpen,
}: {
  state: CampaignState;
  toOpen: number;
}): string | undefined {
  if (state === 'ended') return 'This campaign has already ended.';
  if (state === 'undoing' || state === 'undone') return 'This campaign was undone.';
  return state === 'sent' || (state === 'cancelled' && toOpen === 0)
    ? undefined
    : 'Tickets are still being opened. Wait until all are open, or cancel the remaining tickets.';
}
