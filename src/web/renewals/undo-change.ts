import { lossReasonKeys } from '#shared/churn/losses/reasons.ts';
import type { ListedRenewal, RenewalChange } from '#shared/renewals/renewals.ts';
import {
  openRenewalStages,
  ownerForecastWords,
  renewalStageLabels,
} from '#shared/renewals/words.ts';

/** Returns the change that restores the renewal; `undefined` when it can't be undone. */
export function undoOf(row: ListedRenewal, change: RenewalChange): RenewalChange | undefined {
  switch (change.action) {
    case 'stage': {
      const stage = openRenewalStages.find((each) => each === row.stage);
      return stage && { action: 'stage', stage };
    }
    case 'call':
      return { action: 'call', call: row.call, note: row.callNote ?? '' };
    case 'expected':
      return {
        action: 'expected',
        dollars: row.expectedOverride?.dollars ?? null,
        reason: row.expectedOverride?.reason ?? '',
      };
    case 'checkpoint':
      return { ...change, isDone: !change.isDone };
    case 'decide':
      return { action: 'decide', decision: row.decision };
    case 'outcome':
      return { action: 'reopen' };
    case 'reopen': {
      const recorded = row.recordedOutcome;
      if (recorded === null) return undefined;
      const { outcome, on, reason, note } = recorded;
      return {
        action: 'outcome',
        outcome,
        on,
        dollars: row.amountDue === null ? null : Math.round(row.amountDue),
        reason: lossReasonKeys.find((each) => each === reason) ?? null,
        note: note ?? '',
      };
    }
  }
}

/** Formats a saved change for its toast: 'Elm Dental: forecast Unsure'. */
export function savedChangeText({ institutionName }: ListedRenewal, change: RenewalChange): string {
  return `${institutionName}: ${whatChanged(change)}`;
}

function whatChanged(change: RenewalChange): string {
  switch (change.action) {
    case 'stage':
      return renewalStageLabels[change.stage];
    case 'call':
      return change.call === null
        ? 'forecast removed'
        : `forecast ${ownerForecastWords[change.call]}`;
    case 'expected':
      return change.dollars === null ? 'expected amount reset' : 'expected amount set';
    case 'checkpoint':
      return `check-in ${change.isDone ? 'done' : 'not done'}`;
    case 'decide':
      return change.decision === 'call' ? 'owner’s forecast applies' : 'predicted risk applies';
    case 'outcome':
      return `recorded as ${change.outcome}`;
    case 'reopen':
      return 'reopened';
  }
}
