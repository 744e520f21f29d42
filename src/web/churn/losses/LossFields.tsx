import { NumberInput, Select, TextInput } from '@mantine/core';
import { avoidableNames } from '#shared/churn/losses/columns.ts';
import { avoidableChoices, maxLossTextLengths } from '#shared/churn/losses/losses.ts';
import { lossReasonKeys, subreasonsByLossReason } from '#shared/churn/losses/reasons.ts';
import type { Day } from '#shared/core/dates.ts';
import type { LossDraft } from './loss-draft.ts';

interface Properties {
  draft: LossDraft;
  onChange: (change: Partial<LossDraft>) => void;
}

export function LossDateFields({ draft, today, onChange }: Properties & { today: Day }) {
  const { noticedOn, effectiveOn } = draft;
  return (
    <>
      <TextInput
        type="date"
        label="Notice date"
        required
        max={today}
        value={noticedOn}
        onChange={(event) => onChange({ noticedOn: event.currentTarget.value })}
        error={noticedOn > today ? 'The notice date can’t be in the future' : undefined}
      />
      <TextInput
        type="date"
        label="Departure date"
        required
        min={noticedOn}
        value={effectiveOn}
        onChange={(event) => onChange({ effectiveOn: event.currentTarget.value })}
        error={
          effectiveOn !== '' && effectiveOn < noticedOn
            ? 'The departure date can’t be before the notice'
            : undefined
        }
      />
    </>
  );
}

/** Fields for the reason given by the customer and the reason found in the review. */
export function LossReasonFields({ draft, onChange }: Properties) {
  const details = (reason: LossDraft['reason']) =>
    reason === '' ? [] : [...subreasonsByLossReason[reason]];
  return (
    <>
      <Select
        label="Stated reason"
        required
        data={lossReasonKeys}
        value={draft.reason === '' ? null : draft.reason}
        allowDeselect={false}
        onChange={(reason) => reason !== null && onChange({ reason, reasonDetail: '' })}
      />
      <Select
        label="Detail"
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the detail' }}
        disabled={details(draft.reason).length === 0}
        data={details(draft.reason)}
        value={draft.reasonDetail === '' ? null : draft.reasonDetail}
        onChange={(detail) => onChange({ reasonDetail: detail ?? '' })}
      />
      <Select
        label="Actual reason"
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the actual reason' }}
        data={lossReasonKeys}
        value={draft.foundReason === '' ? null : draft.foundReason}
        onChange={(reason) => onChange({ foundReason: reason ?? '', foundDetail: '' })}
      />
      <Select
        label="Actual reason detail"
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the actual reason detail' }}
        disabled={details(draft.foundReason).length === 0}
        data={details(draft.foundReason)}
        value={draft.foundDetail === '' ? null : draft.foundDetail}
        onChange={(detail) => onChange({ foundDetail: detail ?? '' })}
      />
      <Select
        label="Avoidable"
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the answer to “Avoidable”' }}
        data={avoidableChoices.map((value) => ({ value, label: avoidableNames[value] }))}
        value={draft.avoidable === '' ? null : draft.avoidable}
        onChange={(choice) => onChange({ avoidable: choice ?? '' })}
      />
      <TextInput
        label="Competitor"
        value={draft.competitor}
        maxLength={maxLossTextLengths.competitor}
        onChange={(event) => onChange({ competitor: event.currentTarget.value })}
      />
    </>
  );
}

export function LossDetailFields({ draft, onChange }: Properties) {
  return (
    <>
      <NumberInput
        label="Monthly revenue"
        prefix="$"
        min={0}
        max={10_000_000}
        decimalScale={2}
        thousandSeparator=","
        hideControls
        value={draft.monthlyDollars}
        onChange={(value) => onChange({ monthlyDollars: typeof value === 'number' ? value : '' })}
      />
      <NumberInput
        label="Locations"
        min={0}
        max={10_000}
        allowDecimal={false}
        hideControls
        value={draft.locationsLost}
        onChange={(value) => onChange({ locationsLost: typeof value === 'number' ? value : '' })}
      />
      <TextInput
        type="date"
        label="Win-back date"
        value={draft.winBackOn}
        onChange={(event) => onChange({ winBackOn: event.currentTarget.value })}
      />
    </>
  );
}
