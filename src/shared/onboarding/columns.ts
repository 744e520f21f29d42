import { products, topLevelProductKeys } from '#shared/core/products.ts';
import { sizeTiers } from '#shared/core/tiers.ts';
import { onboardingStateLabels, onboardingStates } from '#shared/institutions/onboarding-states.ts';
import { createValueRenamer, type ListColumn } from '#shared/list/column.ts';
import { blockerKinds, blockerLabels } from './milestones.ts';
import type { ListedOnboarding, OnboardingTab } from './onboarding.ts';
import { listNeverUsedProducts, missedCheckpointDay } from './rows.ts';

type Column = ListColumn<ListedOnboarding>;
const hidden = { isHidden: true } as const;

const firstUseColumns: Column[] = topLevelProductKeys.map((key) => ({
  key: `${key}FirstUse`,
  label: `${products[key].name}: days to first use`,
  kind: 'number',
  value: (row) => row.firstUses[key] ?? null,
  metric: 'timeToFirstUse',
  ...hidden,
}));

const noBlocker = 'None';

/** Columns of the onboarding list. */
export const onboardingColumns: readonly Column[] = [
  {
    key: 'institutionName',
    label: 'Customer',
    kind: 'text',
    value: (row) => row.institutionName,
    isSearched: true,
    width: 200,
  },
  {
    key: 'state',
    label: 'State',
    kind: 'option',
    options: onboardingStates.map((state) => onboardingStateLabels[state]),
    value: (row) => onboardingStateLabels[row.state],
    metric: 'onboardingState',
    width: 120,
  },
  {
    key: 'day',
    label: 'Day',
    kind: 'number',
    value: (row) => row.day,
    metric: 'onboardingDay',
    width: 80,
  },
  {
    key: 'score',
    label: 'Score',
    kind: 'percent',
    value: (row) => row.score,
    metric: 'adoptionScore',
    isScore: true,
    width: 80,
  },
  {
    key: 'expected',
    label: 'Expected',
    kind: 'percent',
    value: (row) => row.expected,
    metric: 'expectedScore',
    width: 100,
  },
  {
    key: 'pace',
    label: 'Pace',
    kind: 'change',
    unit: ' pts',
    value: (row) => row.pace,
    metric: 'onboardingPace',
    width: 90,
  },
  {
    key: 'blocker',
    label: 'Blocker',
    kind: 'option',
    options: [...blockerKinds.map((blocker) => blockerLabels[blocker]), noBlocker],
    value: (row) => (row.blocker === null ? noBlocker : blockerLabels[row.blocker]),
    currentValue: createValueRenamer({ 'Records system link': blockerLabels.ehr_link }),
    metric: 'onboardingBlocker',
    width: 155,
  },
  {
    key: 'blockedSince',
    label: 'Blocked since',
    kind: 'date',
    value: (row) => row.blockedSince,
    ...hidden,
  },
  {
    key: 'nextCheckpoint',
    label: 'Checkpoint',
    kind: 'number',
    value: (row) => row.nextCheckpoint,
    hint: 'Next day with a score target, and the days until that day.',
    width: 135,
  },
  {
    key: 'missedCheckpoint',
    label: 'Missed checkpoint',
    kind: 'number',
    value: (row) => missedCheckpointDay(row) ?? null,
    metric: 'checkpointsReached',
    ...hidden,
  },
  {
    key: 'productsUsed',
    label: 'Products',
    kind: 'number',
    value: (row) => row.entitled.length - listNeverUsedProducts(row).length,
    hint: 'Number of entitled products that were used at least once, of all entitled products.',
    width: 90,
  },
  {
    key: 'missing',
    label: 'Not used yet',
    kind: 'text',
    value: (row) =>
      listNeverUsedProducts(row)
        .map((key) => products[key].name)
        .join(', ') || null,
    hint: 'Entitled products that were never used.',
    width: 190,
  },
  {
    key: 'milestones',
    label: 'Milestones',
    kind: 'percent',
    value: (row) =>
      row.milestonesTotal === 0 ? null : (100 * row.milestonesDone) / row.milestonesTotal,
    hint: 'Share of completed milestones.',
    width: 100,
  },
  {
    key: 'milestonesLate',
    label: 'Late milestones',
    kind: 'number',
    value: (row) => row.milestonesLate,
    ...hidden,
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
    key: 'lastTouchOn',
    label: 'Last touch',
    kind: 'date',
    value: (row) => row.lastTouchOn,
    hint: 'Date of the last note, completed task or decision.',
  },
  { key: 'goLiveDate', label: 'Go-live', kind: 'date', value: (row) => row.goLiveDate },
  {
    key: 'goLiveMonth',
    label: 'Go-live month',
    kind: 'option',
    value: (row) => row.goLiveDate?.slice(0, 7) ?? null,
    ...hidden,
  },
  { key: 'kickoffOn', label: 'Kick-off', kind: 'date', value: (row) => row.kickoffOn, ...hidden },
  { key: 'contractOn', label: 'Contract', kind: 'date', value: (row) => row.contractOn, ...hidden },
  {
    key: 'sizeTier',
    label: 'Size tier',
    metric: 'sizeTier',
    kind: 'option',
    options: sizeTiers,
    value: (row) => row.sizeTier,
    ...hidden,
  },
  { key: 'ehr', label: 'EHR', kind: 'option', value: (row) => row.ehr, ...hidden },
  {
    key: 'extensionDays',
    label: 'Onboarding extended by',
    kind: 'number',
    unit: ' days',
    value: (row) => row.extensionDays,
    ...hidden,
  },
  {
    key: 'pausedSince',
    label: 'Paused since',
    kind: 'date',
    value: (row) => row.pausedSince,
    ...hidden,
  },
  {
    key: 'pauseReason',
    label: 'Pause reason',
    kind: 'text',
    value: (row) => row.pauseReason,
    ...hidden,
  },
  ...[30, 60, 90, 180].map(
    (day): Column => ({
      key: `scoreAt${day}`,
      label: `Score at day ${day}`,
      kind: 'percent',
      value: (row) => row.checkpoints.find((checkpoint) => checkpoint.day === day)?.score ?? null,
      metric: 'checkpointsReached',
      ...hidden,
    }),
  ),
  ...firstUseColumns,
  {
    key: 'graduatedOn',
    label: 'Graduated',
    kind: 'date',
    value: (row) => row.graduatedOn,
    ...hidden,
  },
  {
    key: 'handedOverOn',
    label: 'Handed over',
    kind: 'date',
    value: (row) => row.handedOverOn,
    ...hidden,
  },
  { key: 'leftOn', label: 'Left', kind: 'date', value: (row) => row.leftOn, ...hidden },
  {
    key: 'institutionId',
    label: 'Customer ID',
    kind: 'number',
    value: (row) => row.institutionId,
    ...hidden,
  },
];

/** Default columns of each tab. */
export const onboardingTabColumns: Record<OnboardingTab, readonly string[]> = {
  current: [
    'institutionName',
    'state',
    'day',
    'score',
    'pace',
    'nextCheckpoint',
    'blocker',
    'productsUsed',
    'milestones',
    'ownerName',
  ],
  ended: [
    'institutionName',
    'state',
    'score',
    'goLiveDate',
    'graduatedOn',
    'scoreAt60',
    'scoreAt90',
    'handedOverOn',
    'leftOn',
    'ownerName',
  ],
  all: [
    'institutionName',
    'state',
    'day',
    'score',
    'goLiveDate',
    'sizeTier',
    'ehr',
    'graduatedOn',
    'leftOn',
    'ownerName',
  ],
};
