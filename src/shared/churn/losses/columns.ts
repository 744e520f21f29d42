import { churnTierNames, sizeTiers } from '#shared/core/tiers.ts';
import type { ListColumn } from '#shared/list/column.ts';
import { reportedDaysBeforeNotice } from '../constants.ts';
import { renameFormerSignalFeature } from '../patterns/signals.ts';
import { avoidableChoices, type Loss } from './losses.ts';
import { lossReasonKeys } from './reasons.ts';

type Column = ListColumn<Loss>;

/**
 * Returns the health tier `reportedDaysBeforeNotice[at]` days before the notice, or 'No score' when the
 * customer was not scored.
 */
export const findHealthTierBeforeNotice = (loss: Loss, at: number): string =>
  loss.healthBefore[at]?.tier ?? 'No score';
const tiersBefore = ['Healthy', 'Medium', 'Critical', 'Unknown', 'No score'];

/** Returns the reason found in the review, otherwise the reason that the customer gave. */
export const resolveMainReason = ({ foundReason, reason }: Loss): string => foundReason ?? reason;

export const avoidableNames = { yes: 'Yes', partly: 'Partly', no: 'No' } as const;

export const lossColumns: readonly Column[] = [
  {
    key: 'institutionName',
    label: 'Customer',
    kind: 'text',
    value: (row) => row.institutionName,
    width: 220,
    isSearched: true,
  },
  {
    key: 'noticedOn',
    label: 'Notice',
    kind: 'date',
    value: (row) => row.noticedOn,
    metric: 'lossNotice',
    width: 130,
  },
  {
    key: 'effectiveOn',
    label: 'Effective',
    kind: 'date',
    value: (row) => row.effectiveOn,
    hint: 'Last day as a customer.',
    width: 130,
  },
  {
    key: 'reason',
    label: 'Reason',
    kind: 'option',
    options: lossReasonKeys,
    value: (row) => row.reason,
    width: 180,
    isSearched: true,
    metric: 'lossReason',
  },
  {
    key: 'reasonDetail',
    label: 'Detail',
    kind: 'option',
    value: (row) => row.reasonDetail,
    width: 170,
    isSearched: true,
  },
  {
    key: 'mainReason',
    label: 'Main reason',
    kind: 'option',
    options: lossReasonKeys,
    value: resolveMainReason,
    width: 180,
    hint: 'Reason found in the review, otherwise the reason that the customer gave.',
  },
  {
    key: 'foundReason',
    label: 'Actual reason',
    kind: 'option',
    options: lossReasonKeys,
    value: (row) => row.foundReason,
    width: 170,
  },
  {
    key: 'avoidable',
    label: 'Avoidable',
    kind: 'option',
    options: avoidableChoices.map((choice) => avoidableNames[choice]),
    value: (row) => (row.avoidable === null ? null : avoidableNames[row.avoidable]),
  },
  {
    key: 'competitor',
    label: 'Competitor',
    kind: 'option',
    value: (row) => row.competitor,
    isSearched: true,
  },
  {
    key: 'monthlyDollars',
    label: 'Monthly revenue',
    kind: 'number',
    prefix: '$',
    value: (row) => row.monthlyDollars,
    metric: 'monthlyRevenueLost',
    width: 130,
  },
  { key: 'locationsLost', label: 'Locations', kind: 'number', value: (row) => row.locationsLost },
  {
    key: 'tenureMonths',
    label: 'Tenure',
    kind: 'number',
    unit: ' months',
    value: (row) => row.tenureMonths,
    hint: 'Time from go-live to the notice.',
  },
  {
    key: 'sizeTier',
    label: 'Size tier',
    kind: 'option',
    options: sizeTiers,
    value: (row) => row.sizeTier,
    metric: 'sizeTier',
  },
  {
    key: 'practiceType',
    label: 'Practice type',
    kind: 'option',
    value: (row) => row.practiceType,
    width: 150,
  },
  { key: 'ehr', label: 'EHR', kind: 'option', value: (row) => row.ehr, width: 150 },
  ...reportedDaysBeforeNotice.map(
    (days, at): Column => ({
      key: `tier${days}`,
      label: `Tier ${days} days before notice`,
      kind: 'option',
      options: tiersBefore,
      value: (row) => findHealthTierBeforeNotice(row, at),
      metric: 'healthBeforeNotice',
      width: 150,
    }),
  ),
  ...reportedDaysBeforeNotice.map(
    (days, at): Column => ({
      key: `score${days}`,
      label: `Score ${days} days before notice`,
      kind: 'percent',
      value: (row) => row.healthBefore[at]?.score ?? null,
      metric: 'healthBeforeNotice',
      width: 150,
    }),
  ),
  {
    key: 'predicted',
    label: 'Predicted',
    kind: 'option',
    options: churnTierNames,
    value: (row) => row.predicted?.tier ?? null,
    hint: 'First churn tier in the 60 days before the notice.',
  },
  {
    key: 'predictedBefore',
    label: 'Days from prediction to notice',
    kind: 'number',
    value: (row) => row.predicted?.daysBefore ?? null,
    hint: 'Days from the first churn tier to the notice.',
  },
  {
    key: 'lastTouchOn',
    label: 'Last touch before notice',
    kind: 'date',
    value: (row) => row.lastTouchOn,
    hint: 'Date of the last note, completed task or decision before the notice.',
    width: 150,
  },
  {
    key: 'ownerName',
    label: 'Owner',
    kind: 'option',
    value: (row) => row.ownerName,
    isPerson: true,
    isSearched: true,
    width: 150,
  },
  {
    key: 'retroDueOn',
    label: 'Review due',
    kind: 'date',
    value: (row) => (row.retroDoneOn === null && row.takenBack === null ? row.retroDueOn : null),
  },
  { key: 'retroDoneOn', label: 'Reviewed on', kind: 'date', value: (row) => row.retroDoneOn },
  {
    key: 'missedSignal',
    label: 'Missed signal',
    kind: 'option',
    value: (row) => row.missedSignal,
    currentValue: renameFormerSignalFeature,
    width: 260,
    hint: 'Signal that the review names as missed.',
  },
  { key: 'winBackOn', label: 'Win-back date', kind: 'date', value: (row) => row.winBackOn },
  { key: 'isTakenBack', label: 'Withdrawn', kind: 'flag', value: (row) => row.takenBack !== null },
];
