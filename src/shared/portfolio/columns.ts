import { productKeys, products } from '#shared/core/products.ts';
import { churnTierNames, healthTiers, sizeTiers } from '#shared/core/tiers.ts';
import { isReadyToExpand } from '#shared/health/narrative.ts';
import { onboardingStateLabels, onboardingStates } from '#shared/institutions/onboarding-states.ts';
import type { ListColumn } from '#shared/list/column.ts';
import type { ListedInstitution } from './list.ts';

type Column = ListColumn<ListedInstitution>;
const points = { kind: 'change', unit: ' pts', digits: 1 } as const;
const weeks = { kind: 'number', unit: ' wk' } as const;
const hidden = { isHidden: true } as const;

const productColumns: Column[] = productKeys.map((key) => ({
  key: `${key}Score`,
  label: products[key].name,
  kind: 'percent',
  value: (row) => row.featureScores[key] ?? null,
  metric: 'productScore',
  ...hidden,
}));

const partLabels = { usage: 'own usage', peers: 'peers', entitlements: 'entitlements', locations: 'locations' } as const;
const parts = ['usage', 'peers', 'entitlements', 'locations'] as const;
const partColumns: Column[] = parts.map((part) => ({
  key: `changeBy${part[0]?.toUpperCase()}${part.slice(1)}`,
  label: `Change by ${partLabels[part]}`,
  ...points,
  value: (row) => row.scoreChangeParts?.[part] ?? null,
  metric: 'scoreChangeCauses',
  ...hidden,
}));

/** Columns of customer lists. */
export const institutionColumns: readonly Column[] = [
  { key: 'institutionName', label: 'Customer', kind: 'text', value: (row) => row.institutionName, isSearched: true, width: 240 },
  {
    key: 'healthTier',
    label: 'Health tier',
    metric: 'healthTier',
    kind: 'option',
    options: healthTiers,
    value: (row) => row.healthTier,
    width: 120,
  },
  {
    key: 'adoptionScore',
    label: 'Score',
    metric: 'adoptionScore',
    kind: 'percent',
    digits: 1,
    value: (row) => row.adoptionScore,
  },
  { key: 'scoreChange', label: 'Change', metric: 'scoreChange', ...points, value: (row) => row.scoreChange },
  { key: 'sizeTier', label: 'Size tier', metric: 'sizeTier', kind: 'option', options: sizeTiers, value: (row) => row.sizeTier, width: 110 },
  { key: 'practiceType', label: 'Practice type', kind: 'option', value: (row) => row.practiceType, width: 170 },
  { key: 'ownerName', label: 'Owner', kind: 'option', value: (row) => row.ownerName, isPerson: true, isSearched: true, width: 160 },
  { key: 'locationCount', label: 'Locations', metric: 'locationCount', kind: 'number', value: (row) => row.locationCount },
  { key: 'state', label: 'State', kind: 'option', value: (row) => row.state, isSearched: true, width: 80 },
  { key: 'consecutiveWeeksAtRisk', label: 'At risk for', metric: 'weeksAtRisk', ...weeks, value: (row) => row.consecutiveWeeksAtRisk },
  {
    key: 'consecutiveWeeksDeclining',
    label: 'Declining for',
    metric: 'weeksDeclining',
    ...weeks,
    value: (row) => row.consecutiveWeeksDeclining,
  },
  { key: 'openTicketCount', label: 'Open tickets', kind: 'number', value: (row) => row.openTicketCount },
  { key: 'inGrace', label: 'In grace', metric: 'grace', kind: 'flag', value: (row) => row.inGrace },
  {
    key: 'consecutiveWeeksImproving',
    label: 'Improving for',
    metric: 'weeksImproving',
    ...weeks,
    value: (row) => row.consecutiveWeeksImproving,
    ...hidden,
  },
  { key: 'previousScore', label: 'Score before', kind: 'percent', digits: 1, value: (row) => row.previousScore, ...hidden },
  {
    key: 'previousHealthTier',
    label: 'Tier before',
    kind: 'option',
    options: healthTiers,
    value: (row) => row.previousHealthTier,
    ...hidden,
  },
  {
    key: 'percentChange',
    label: 'Change (%)',
    metric: 'percentChange',
    kind: 'change',
    unit: '%',
    digits: 1,
    value: (row) => row.percentChange,
    ...hidden,
  },
  {
    key: 'tierChange',
    label: 'Tier change',
    metric: 'tierChange',
    kind: 'option',
    options: ['up', 'flat', 'down'],
    value: (row) => row.tierChange,
    ...hidden,
  },
  ...partColumns,
  { key: 'atRisk', label: 'At risk', metric: 'atRisk', kind: 'flag', value: (row) => row.atRisk, ...hidden },
  { key: 'hasZeroUsage', label: 'Not active', metric: 'notActive', kind: 'flag', value: (row) => row.hasZeroUsage, ...hidden },
  { key: 'readyToExpand', label: 'Ready to expand', kind: 'flag', value: isReadyToExpand, ...hidden },
  {
    key: 'onboardingState',
    label: 'Onboarding',
    metric: 'onboardingState',
    kind: 'option',
    options: onboardingStates.map((state) => onboardingStateLabels[state]),
    value: (row) => (row.onboardingState === null ? null : onboardingStateLabels[row.onboardingState]),
    width: 130,
    ...hidden,
  },
  { key: 'graceEndsOn', label: 'Grace ends', metric: 'grace', kind: 'date', value: (row) => row.graceEndsOn, ...hidden },
  { key: 'goLiveDate', label: 'Go-live', kind: 'date', value: (row) => row.goLiveDate, ...hidden },
  {
    key: 'monthsSinceGoLive',
    label: 'Months since go-live',
    metric: 'tenure',
    kind: 'number',
    value: (row) => row.monthsSinceGoLive,
    ...hidden,
  },
  {
    key: 'entitledFeatures',
    label: 'Entitled products',
    metric: 'entitledFeatures',
    kind: 'number',
    value: (row) => row.entitledFeatures,
    ...hidden,
  },
  {
    key: 'activeFeatures',
    label: 'Active products',
    metric: 'activeFeatures',
    kind: 'number',
    value: (row) => row.activeFeatures,
    ...hidden,
  },
  {
    key: 'coverage',
    label: 'Measurable',
    metric: 'measurableShare',
    kind: 'percent',
    value: (row) => row.coverage * 100,
    ...hidden,
  },
  { key: 'totalTicketCount', label: 'All tickets', metric: 'tickets', kind: 'number', value: (row) => row.totalTicketCount, ...hidden },
  {
    key: 'churnTier',
    label: 'Churn tier',
    metric: 'churnTier',
    kind: 'option',
    options: churnTierNames,
    value: (row) => row.churnTier,
    width: 120,
    ...hidden,
  },
  { key: 'ehr', label: 'EHR', kind: 'option', value: (row) => row.ehr, width: 150, ...hidden },
  { key: 'city', label: 'City', kind: 'text', value: (row) => row.city, isSearched: true, width: 150, ...hidden },
  { key: 'pipeline', label: 'Pipeline', kind: 'option', value: (row) => row.pipeline, width: 140, ...hidden },
  ...productColumns,
  { key: 'institutionId', label: 'Customer ID', kind: 'number', value: (row) => row.institutionId, ...hidden },
  { key: 'externalId', label: 'External ID', kind: 'text', value: (row) => row.externalId, isSearched: true, width: 190, ...hidden },
  { key: 'externalSource', label: 'External source', kind: 'option', value: (row) => row.externalSource, width: 140, ...hidden },
];
