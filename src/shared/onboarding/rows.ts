import type { Day } from '#shared/core/dates.ts';
import { daysBetween } from '#shared/core/dates.ts';
import { type ProductKey, products } from '#shared/core/products.ts';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import { dayInWords } from '#shared/core/words.ts';
import { isEndedState, isRunningState } from '#shared/institutions/onboarding-states.ts';
import { blockerLabels, findMilestoneTemplate } from './milestones.ts';
import type { ListedOnboarding, OnboardingAction, OnboardingTab } from './onboarding.ts';

export const isOnOnboardingTab = (
  { state }: Pick<ListedOnboarding, 'state'>,
  tab: OnboardingTab,
): boolean => tab === 'all' || isEndedState(state) === (tab === 'ended');

/** Returns the entitled products that were never used. */
export const listNeverUsedProducts = ({
  entitled,
  firstUses,
}: Pick<ListedOnboarding, 'entitled' | 'firstUses'>): ProductKey[] =>
  entitled.filter((product) => firstUses[product] === undefined);

/** Returns the day of the first checkpoint whose target was missed, or `undefined`. */
export const missedCheckpointDay = ({
  checkpoints,
}: Pick<ListedOnboarding, 'checkpoints'>): number | undefined =>
  checkpoints.find(({ score, percent }) => score !== null && score < percent)?.day;

export interface HandOverCheck {
  text: string;
  isDone: boolean;
}

/** Returns the checks to complete before the customer is handed over to its owner. */
export function listHandOverChecks(
  row: Pick<
    ListedOnboarding,
    | 'milestonesDone'
    | 'milestonesTotal'
    | 'entitled'
    | 'firstUses'
    | 'blocker'
    | 'ownerName'
    | 'checkpoints'
    | 'lastTouchOn'
  >,
): HandOverCheck[] {
  const { milestonesDone, milestonesTotal, blocker, lastTouchOn } = row;
  const ownerName = row.ownerName === unassignedOwner ? null : row.ownerName;
  const missing = listNeverUsedProducts(row).map((key) => products[key].name);
  const missed = missedCheckpointDay(row);
  return [
    {
      text: `${milestonesDone} of ${milestonesTotal} milestones done`,
      isDone: milestonesDone === milestonesTotal,
    },
    {
      text: missing.length === 0 ? 'All products used' : `Not used yet: ${missing.join(', ')}`,
      isDone: missing.length === 0,
    },
    {
      text:
        missed === undefined
          ? 'No score target missed'
          : `Missed the score target of day ${missed}`,
      isDone: missed === undefined,
    },
    {
      text: blocker === null ? 'No blocker' : `Blocked: ${blockerLabels[blocker]}`,
      isDone: blocker === null,
    },
    {
      text: ownerName === null ? 'No owner in the CRM' : `Owner in the CRM: ${ownerName}`,
      isDone: ownerName !== null,
    },
    {
      text:
        lastTouchOn === null
          ? 'No note, completed task or decision yet'
          : `Last touch ${dayInWords(lastTouchOn)}`,
      isDone: lastTouchOn !== null,
    },
  ];
}

/** Returns the number of whole days since the blocker was set; `null` without a blocker. */
export const blockedDays = (
  { blockedSince }: Pick<ListedOnboarding, 'blockedSince'>,
  today: Day,
): number | null => (blockedSince === null ? null : daysBetween(blockedSince, today));

/** Returns the reason why an action isn't allowed for a case; `undefined` when it is allowed. */
export function onboardingActionProblem(
  row: Pick<ListedOnboarding, 'state' | 'blocker' | 'handedOverOn'>,
  change: OnboardingAction,
): string | undefined {
  const { state } = row;
  switch (change.action) {
    case 'complete':
    case 'reopen':
      return findMilestoneTemplate(change.milestone).isProven
        ? 'This milestone is completed automatically from data.'
        : undefined;
    case 'block':
      if (isEndedState(state)) return 'This customer’s onboarding has ended.';
      return row.blocker === change.blocker ? 'This blocker is already set.' : undefined;
    case 'unblock':
      return row.blocker === null ? 'This customer has no blocker.' : undefined;
    case 'pause':
      return isRunningState(state) && state !== 'paused'
        ? undefined
        : 'You can pause only a running onboarding.';
    case 'resume':
      return state === 'paused' ? undefined : 'This customer’s onboarding is not paused.';
    case 'extend':
      return isRunningState(state) || state === 'timed_out'
        ? undefined
        : 'You can extend only a running or timed-out onboarding.';
    case 'graduate':
      return isRunningState(state) || state === 'timed_out'
        ? undefined
        : 'You can graduate only a customer whose onboarding is running or timed out.';
    case 'hand_over':
      if (row.handedOverOn !== null) return 'This customer has already been handed over.';
      return state === 'graduated' || state === 'timed_out'
        ? undefined
        : 'You can hand over only a customer that has graduated or timed out.';
  }
}
