import type { Day } from '#shared/core/dates.ts';
import { nearDayInWords } from '#shared/core/words.ts';
import { isSaveAttemptCurrent } from '#shared/notices/notices.ts';
import type { ListedRenewal } from './renewals.ts';
import { ownerForecastProblem, proposalDays, renewalCheckpointDays } from './rules.ts';

/** Number of days before a renewal from which only its answer counts. */
const lastWeekDays = 7;
/** Number of days before a renewal from which check-ins are no longer suggested. */
const lastMonthDays = 30;

type Facts = Pick<
  ListedRenewal,
  | 'stage'
  | 'daysLeft'
  | 'call'
  | 'leavesOn'
  | 'saveAttemptUntil'
  | 'isOpposed'
  | 'decision'
  | 'sixMonths'
  | 'threeMonths'
>;

/** Returns the next step as display text; `null` for a closed renewal. */
export function renewalNextStep(row: Facts, today: Day): string | null {
  const { stage, daysLeft, leavesOn, saveAttemptUntil } = row;
  if (stage === 'signed' || stage === 'lost') return null;
  if (leavesOn !== null) {
    if (saveAttemptUntil === null) return 'Record a save attempt, or close the deal as lost';
    return isSaveAttemptCurrent(saveAttemptUntil, today)
      ? `Save attempt until ${nearDayInWords(saveAttemptUntil, today)}`
      : 'Save attempt has ended: record its outcome';
  }
  if (daysLeft === null) return 'Set the date in the CRM';
  if (daysLeft < 0) return 'Overdue: record the outcome, or change the date in the CRM';
  if (daysLeft <= 1) {
    const due = daysLeft === 0 ? 'Due today' : 'Due tomorrow';
    return stage === 'verbal' ? `${due}: get signature` : `${due}: get the customer’s answer`;
  }
  if (row.isOpposed && row.decision === null) return 'Waiting for an admin’s decision';
  if (ownerForecastProblem(row.call, daysLeft) !== undefined)
    return 'Set a forecast: Monitor is no longer allowed';
  if (daysLeft <= lastWeekDays)
    return stage === 'verbal' ? 'Get signature this week' : 'Get the customer’s answer this week';
  if (daysLeft <= lastMonthDays) return lastMonthStep(row);
  return checkInOf(row, daysLeft) ?? stepOfStage(row, daysLeft);
}

function lastMonthStep({ stage, call }: Facts): string {
  if (stage === 'verbal') return 'Get signature';
  if (stage === 'proposal') return 'Follow up on proposal';
  return call === null ? 'Set a forecast and send the proposal' : 'Send the proposal now';
}

/** Returns the check-in that is due; `undefined` when it was done. */
function checkInOf({ sixMonths, threeMonths }: Facts, daysLeft: number): string | undefined {
  if (threeMonths !== null) return undefined;
  if (daysLeft <= renewalCheckpointDays.three_months) return 'Three-month check-in';
  return daysLeft <= renewalCheckpointDays.six_months && sixMonths === null
    ? 'Six-month check-in'
    : undefined;
}

function stepOfStage({ stage, call }: Facts, daysLeft: number): string {
  if (call === null) return 'Set a forecast';
  if (stage === 'not_started') return 'Contact the customer';
  if (stage === 'contacted')
    return daysLeft <= proposalDays ? 'Proposal is due' : 'Prepare the proposal';
  return stage === 'proposal' ? 'Follow up on proposal' : 'Get signature';
}
