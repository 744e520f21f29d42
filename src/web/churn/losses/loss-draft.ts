import type { getLossDefaults, Loss, LossInput } from '#shared/churn/losses/losses.ts';
import type { LostRenewal } from '#shared/churn/losses/lost-renewals.ts';
import { type LossReasonKey, lossReasonKeys } from '#shared/churn/losses/reasons.ts';
import type { Day } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';

/** Loss as edited in the form. Empty fields are ''. */
export interface LossDraft {
  noticedOn: string;
  effectiveOn: string;
  reason: LossReasonKey | '';
  reasonDetail: string;
  foundReason: LossReasonKey | '';
  foundDetail: string;
  avoidable: NonNullable<LossInput['avoidable']> | '';
  competitor: string;
  monthlyDollars: number | '';
  locationsLost: number | '';
  winBackOn: string;
}

export const createEmptyLossDraft = (today: Day): LossDraft => ({
  noticedOn: today,
  effectiveOn: '',
  reason: '',
  reasonDetail: '',
  foundReason: '',
  foundDetail: '',
  avoidable: '',
  competitor: '',
  monthlyDollars: '',
  locationsLost: '',
  winBackOn: '',
});

/** Returns a draft prefilled from a lost CRM renewal. The reason is empty. */
export const draftFromLostRenewal = ({
  lostOn,
  endsOn,
  monthlyDollars,
}: LostRenewal): LossDraft => ({
  ...createEmptyLossDraft(lostOn),
  effectiveOn: endsOn,
  monthlyDollars: monthlyDollars ?? '',
});

/** Returns the draft with the customer's revenue and locations in its empty fields. */
export const fillLossDraft = (
  draft: LossDraft,
  defaults: ResponseOf<typeof getLossDefaults> | undefined,
): LossDraft => ({
  ...draft,
  monthlyDollars:
    draft.monthlyDollars === '' ? (defaults?.monthlyDollars ?? '') : draft.monthlyDollars,
  locationsLost: draft.locationsLost === '' ? (defaults?.locations ?? '') : draft.locationsLost,
});

const known = (reason: string | null): LossReasonKey | '' =>
  lossReasonKeys.find((name) => name === reason) ?? '';

export const draftFromLoss = (loss: Loss): LossDraft => ({
  noticedOn: loss.noticedOn,
  effectiveOn: loss.effectiveOn,
  reason: known(loss.reason),
  reasonDetail: loss.reasonDetail ?? '',
  foundReason: known(loss.foundReason),
  foundDetail: loss.foundDetail ?? '',
  avoidable: loss.avoidable ?? '',
  competitor: loss.competitor ?? '',
  monthlyDollars: loss.monthlyDollars ?? '',
  locationsLost: loss.locationsLost ?? '',
  winBackOn: loss.winBackOn ?? '',
});

const orNull = <Value>(value: Value | ''): Value | null => (value === '' ? null : value);

/**
 * Returns the facts to send. Returns `undefined` while a date or the reason is missing, or when the
 * departure date is before the notice.
 */
export function parseLossDraft(draft: LossDraft): LossInput | undefined {
  const { noticedOn, effectiveOn, reason } = draft;
  if (noticedOn === '' || effectiveOn === '' || reason === '' || effectiveOn < noticedOn)
    return undefined;
  return {
    noticedOn,
    effectiveOn,
    reason,
    reasonDetail: orNull(draft.reasonDetail),
    foundReason: orNull(draft.foundReason),
    foundDetail: orNull(draft.foundDetail),
    avoidable: orNull(draft.avoidable),
    competitor: orNull(draft.competitor.trim()),
    monthlyDollars: orNull(draft.monthlyDollars),
    locationsLost: orNull(draft.locationsLost),
    winBackOn: orNull(draft.winBackOn),
  };
}
