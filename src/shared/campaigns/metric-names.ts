export const metricNames = {
  campaignTicket: 'Ticket of a campaign',
  campaignStraggler: 'Overdue or untouched ticket',
  campaignDuplicate: 'Duplicate in a campaign',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    campaigns: typeof metricNames;
  }
}
