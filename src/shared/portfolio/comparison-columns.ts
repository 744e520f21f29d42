import { type HealthTier, healthTiers } from '#shared/core/tiers.ts';
import { createValueRenamer, type ListColumn } from '#shared/list/column.ts';
import type { ComparedCustomer } from './comparison.ts';
import {
  classifyPresenceInAverages,
  type PresenceInAverages,
  presencesInAverages,
} from './comparison-rules.ts';

/** Labels of `PresenceInAverages`. */
export const presenceInAveragesLabels: Record<PresenceInAverages, string> = {
  both: 'In both weeks',
  customersIn: 'New',
  becameMeasurable: 'Became measurable',
  customersOut: 'Left',
  becameUnmeasurable: 'Became unmeasurable',
  neither: 'Not measured',
};

const points = { kind: 'change', unit: ' pts', digits: 1, width: 110 } as const;
const partLabels = {
  usage: 'Own usage',
  peers: 'Peers',
  entitlements: 'Entitlements',
  locations: 'Locations',
} as const;

const ranks: readonly (HealthTier | null)[] = ['Critical', 'Medium', 'Healthy'];

/**
 * Returns the direction of the tier change. A change to or from Unknown is flat. Returns `null`
 * unless the customer was a customer in both weeks.
 */
function tierMoveOf({ fromTier, toTier }: ComparedCustomer): 'up' | 'flat' | 'down' | null {
  if (fromTier === null || toTier === null) return null;
  const [before, after] = [ranks.indexOf(fromTier), ranks.indexOf(toTier)];
  if (before < 0 || after < 0 || before === after) return 'flat';
  return after > before ? 'up' : 'down';
}

/** Columns of the customers in a comparison of two weeks. */
export const comparisonColumns: readonly ListColumn<ComparedCustomer>[] = [
  {
    key: 'institutionName',
    label: 'Customer',
    kind: 'text',
    value: (row) => row.institutionName,
    isSearched: true,
    width: 240,
  },
  {
    key: 'fromTier',
    label: 'Tier before',
    kind: 'option',
    options: healthTiers,
    value: (row) => row.fromTier,
    width: 120,
  },
  {
    key: 'toTier',
    label: 'Tier after',
    kind: 'option',
    options: healthTiers,
    value: (row) => row.toTier,
    width: 120,
  },
  {
    key: 'fromScore',
    label: 'Score before',
    kind: 'percent',
    digits: 1,
    value: (row) => row.fromScore,
    isScore: true,
  },
  {
    key: 'toScore',
    label: 'Score after',
    kind: 'percent',
    digits: 1,
    value: (row) => row.toScore,
    isScore: true,
    metric: 'adoptionScore',
  },
  {
    key: 'change',
    label: 'Change',
    ...points,
    value: ({ fromScore, toScore }) =>
      fromScore === null || toScore === null ? null : toScore - fromScore,
  },
  ...(['usage', 'peers', 'entitlements', 'locations'] as const).map(
    (part): ListColumn<ComparedCustomer> => ({
      key: part,
      label: partLabels[part],
      ...points,
      value: ({ parts }) => parts?.[part] ?? null,
      metric: 'averageCauses',
    }),
  ),
  {
    key: 'tierMove',
    label: 'Tier change',
    kind: 'option',
    options: ['up', 'flat', 'down'],
    value: tierMoveOf,
    metric: 'tierChange',
    isHidden: true,
  },
  {
    key: 'presence',
    label: 'Included',
    kind: 'option',
    options: presencesInAverages.map((presence) => presenceInAveragesLabels[presence]),
    value: (row) => presenceInAveragesLabels[classifyPresenceInAverages(row)],
    currentValue: createValueRenamer({ 'In both': presenceInAveragesLabels.both }),
    width: 160,
  },
  {
    key: 'institutionId',
    label: 'Customer ID',
    kind: 'number',
    value: (row) => row.institutionId,
    isHidden: true,
  },
];
