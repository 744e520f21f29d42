export const metricNames = {
  ticketState: 'State of a ticket',
  ticketTurn: 'Turn of a ticket',
  ticketFirstReply: 'First reply',
  ticketWaiting: 'Unanswered for',
  ticketResolution: 'Resolution',
  ticketSilence: 'Silent after a complaint',
  ticketTheme: 'Theme of a ticket',
  ticketUseChange: 'Usage after ticket',
  ticketFromAtRisk: 'Tickets from at-risk customers',
  ticketsOfDays: 'Recent tickets of the customer',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    tickets: typeof metricNames;
  }
}
