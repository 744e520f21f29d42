import type { ComparedCustomer } from './comparison.ts';
import { type Presence, presenceOf, presences } from './comparison-rules.ts';
import { healthTiers } from './health.ts';
import type { ListColumn } from './list/column.ts';

/** How a customer takes part, in words. */
export const presenceWords: Record<Presence, string> = {
  both: 'In both',
  customersIn: 'New',
  becameMeasurable: 'Became measurable',
  customersOut: 'Left',
  becameUnmeasurable: 'Became unmeasurable',
  neither: 'Not measured',
};

const points = { kind: 'change', unit: ' pts', digits: 1, width: 110 } as const;
const partLabels = { usage: 'Own usage', peers: 'Peers', entitlements: 'Entitlements', locations: 'Locations' } as const;

/** The columns of the customers of two compared weeks. */
export const comparisonColumns: readonly ListColumn<ComparedCustomer>[] = [
  { key: 'institutionName', label: 'Customer', kind: 'text', value: (row) => row.institutionName, isSearched: true, width: 240 },
  { key: 'fromTier', label: 'Tier before', kind: 'option', options: healthTiers, value: (row) => row.fromTier, width: 120 },
  { key: 'toTier', label: 'Tier after', kind: 'option', options: healthTiers, value: (row) => row.toTier, width: 120 },
  { key: 'fromScore', label: 'Score before', kind: 'percent', digits: 1, value: (row) => row.fromScore },
  { key: 'toScore', label: 'Score after', kind: 'percent', digits: 1, value: (row) => row.toScore, metric: 'adoptionScore' },
  {
    key: 'change',
    label: 'Change',
    ...points,
    value: ({ fromScore, toScore }) => (fromScore === null || toScore === null ? null : toScore - fromScore),
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
    key: 'presence',
    label: 'Taking part',
    kind: 'option',
    options: presences.map((presence) => presenceWords[presence]),
    value: (row) => presenceWords[presenceOf(row)],
    width: 160,
  },
  { key: 'institutionId', label: 'Customer id', kind: 'number', value: (row) => row.institutionId, isHidden: true },
];
