/** Names of the room's metrics. */
export const metricNames = {
  losses: 'Losses',
  lossNotice: 'Notice',
  lossReason: 'Reason for a loss',
  monthlyRevenueLost: 'Monthly revenue lost',
  avoidableShare: 'Avoidable losses',
  noticeLead: 'Notice period',
  healthBeforeNotice: 'Health before the notice',
  backTest: 'Back-test of a signal',
  reasonSegment: 'Reasons by segment',
  riskEpisode: 'Risk episode',
  episodesSaved: 'Risk episodes saved',
  survivalCurve: 'Share that stayed',
  cumulativeIncidence: 'Losses by reason',
  leavingRate: 'Monthly churn rate',
  goLiveCohort: 'Go-live quarters',
  grossRetention: 'Gross revenue retention',
  netRetention: 'Net revenue retention',
  logoChurn: 'Logo churn',
  renewalRate: 'Gross renewal rate',
  revenueMovement: 'Revenue movement',
  churnTier: 'Churn tier',
  churnDaysLeft: 'Days left',
  churnChance: 'Chance of a notice',
  churnPatterns: 'Warning patterns',
  churnFlagged: 'Flagged customers that left',
  churnCaught: 'Losses flagged in time',
  churnOutcomes: 'Flags and outcomes',
  churnRevenueCaught: 'Lost revenue flagged in time',
  churnCapacity: 'Precision at capacity',
  churnRanking: 'Ranking (AUC)',
  churnAveragePrecision: 'Average precision',
  churnBrier: 'Brier score',
  churnCalibration: 'Calibration error',
  churnLift: 'Lift of the top tenth',
  churnLeadTime: 'Lead time',
  churnFlips: 'Short-lived tiers',
  churnDrift: 'Drift',
  churnVerdicts: 'Verdicts on predictions',
  churnStep: 'Pipeline step run',
  churnDriver: 'Churn driver',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    churn: typeof metricNames;
  }
}
