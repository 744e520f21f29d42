/** Stages in board order. The CRM sets signed and lost; the team sets all others. */
export const renewalStages = [
  'not_started',
  'contacted',
  'proposal',
  'verbal',
  'signed',
  'lost',
] as const;
export type RenewalStage = (typeof renewalStages)[number];

export const openRenewalStages = [
  'not_started',
  'contacted',
  'proposal',
  'verbal',
] as const satisfies readonly RenewalStage[];
export type OpenRenewalStage = (typeof openRenewalStages)[number];

export const isOpenRenewalStage = (stage: RenewalStage): stage is OpenRenewalStage =>
  openRenewalStages.some((each) => each === stage);

export const renewalStageLabels: Record<RenewalStage, string> = {
  not_started: 'Not started',
  contacted: 'Contacted',
  proposal: 'Proposal',
  verbal: 'Verbal',
  signed: 'Signed',
  lost: 'Lost',
};

/** Forecasts that an owner can set. */
export const ownerForecasts = ['renew', 'unsure', 'leave', 'monitor'] as const;
export type OwnerForecast = (typeof ownerForecasts)[number];
export const ownerForecastWords: Record<OwnerForecast, string> = {
  renew: 'Will renew',
  unsure: 'Unsure',
  leave: 'Will leave',
  monitor: 'Monitor',
};

/** Risk levels derived from the score and the churn prediction. */
export const predictedRiskLevels = ['High', 'Medium', 'Low', 'Unknown'] as const;
export type PredictedRiskLevel = (typeof predictedRiskLevels)[number];

export const forecastConflictDecisions = ['call', 'risk'] as const;
export type ForecastConflictDecision = (typeof forecastConflictDecisions)[number];

export const renewalCheckpointKeys = ['six_months', 'three_months'] as const;
export type RenewalCheckpointKey = (typeof renewalCheckpointKeys)[number];

export const forecastCategories = [
  'Closed',
  'Commit',
  'Most likely',
  'Best case',
  'At risk',
  'Lost',
] as const;
export type ForecastCategory = (typeof forecastCategories)[number];

/** Results of a renewal. */
export const renewalOutcomes = ['signed', 'lost'] as const satisfies readonly RenewalStage[];
export type RenewalOutcome = (typeof renewalOutcomes)[number];

/** Changes of a renewal since the weekly snapshot with which it is compared. */
export const renewalWeekChanges = [
  'New',
  'Signed',
  'Lost',
  'Slipped',
  'Pulled in',
  'Category changed',
  'Amount changed',
  'Probability changed',
  'Unchanged',
] as const;
export type RenewalWeekChange = (typeof renewalWeekChanges)[number];
