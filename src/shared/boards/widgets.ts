import type { Day } from '#shared/core/dates.ts';
import { type HealthTier, healthTiers } from '#shared/core/tiers.ts';
import type { ListFilter, ListSort } from '#shared/list/state.ts';
import type { MetricKey } from '#shared/metrics/metric.ts';
import { type CountedFigureKey, weekFigureFilters } from '#shared/portfolio/week-figure-filters.ts';
import { type WeekFigureKey, weekFigureKeysByTier } from '#shared/portfolio/week-figures.ts';

interface Common {
  title: string;
  metric: MetricKey;
}
export interface FigureWidget extends Common {
  kind: 'figure';
  /** Filters that select the customers behind the figure. */
  filters: readonly ListFilter[];
  /** Number of customers, or the sum or mean of a column. */
  value: 'rows' | { sum: string } | { mean: string };
  /**
   * Weekly figure used for the change since the previous official week. Open tickets are compared
   * with their number a week ago instead.
   */
  weekly?: WeekFigureKey | 'openTickets';
  unit?: string;
  digits?: number;
}
export interface TrendWidget extends Common {
  kind: 'trend';
  series: readonly { figure: WeekFigureKey; label: string; tier?: HealthTier }[];
  unit?: string;
}
export interface TableWidget extends Common {
  kind: 'table';
  filters: readonly ListFilter[];
  /** Key of a date column whose value must be today or later. */
  upcoming?: string;
  sort: readonly ListSort[];
  /** Keys of the columns after the customer's name. */
  columns: readonly string[];
}
export interface MapWidget extends Common {
  kind: 'map';
  value: 'institutions' | 'averageScore' | 'atRiskShare';
}
export type Widget = FigureWidget | TrendWidget | TableWidget | MapWidget;

/** Maximum number of rows in a table widget. */
export const maxTableWidgetRows = 8;

/** Returns the filters of a table widget on the business day `today`. */
export const resolveTableWidgetFilters = (
  { filters, upcoming }: TableWidget,
  today: Day,
): readonly ListFilter[] =>
  upcoming === undefined
    ? filters
    : [...filters, { column: upcoming, kind: 'dates', from: today, to: null }];

const atLeastOne = (column: string): ListFilter => ({ column, kind: 'range', from: 1, to: null });
/**
 * Returns a widget that shows a number of customers, such as the customers at risk, and its change
 * since the previous official week.
 */
const countFigure = (title: string, metric: MetricKey, weekly: CountedFigureKey): FigureWidget => ({
  kind: 'figure',
  title,
  metric,
  filters: [weekFigureFilters[weekly]],
  value: 'rows',
  weekly,
});
const falling = { column: 'scoreChange', descending: false };
const rising = { column: 'scoreChange', descending: true };

const registry = {
  customers: {
    kind: 'figure',
    title: 'Customers',
    metric: 'customers',
    filters: [],
    value: 'rows',
    weekly: 'institutions',
  },
  averageScore: {
    kind: 'figure',
    title: 'Average score',
    metric: 'averageScore',
    filters: [{ column: 'adoptionScore', kind: 'filled' }],
    value: { mean: 'adoptionScore' },
    weekly: 'averageScore',
    unit: '%',
    digits: 1,
  },
  healthy: countFigure('Healthy', 'healthTier', 'healthy'),
  medium: countFigure('Medium', 'healthTier', 'medium'),
  critical: countFigure('Critical', 'healthTier', 'critical'),
  unknown: countFigure('Unknown', 'healthTier', 'unknown'),
  atRisk: countFigure('At risk', 'atRisk', 'atRisk'),
  declining: countFigure('Declining', 'weeksDeclining', 'declining'),
  improving: countFigure('Improving', 'weeksImproving', 'improving'),
  fellTier: countFigure('Dropped a tier', 'tierChange', 'fellTier'),
  roseTier: countFigure('Moved up a tier', 'tierChange', 'roseTier'),
  readyToExpand: countFigure('Ready to expand', 'expansion', 'readyToExpand'),
  notActive: countFigure('Not active', 'notActive', 'notActive'),
  inGrace: countFigure('In grace', 'grace', 'inGrace'),
  openTickets: {
    kind: 'figure',
    title: 'Open tickets',
    metric: 'tickets',
    filters: [atLeastOne('openTicketCount')],
    value: { sum: 'openTicketCount' },
    weekly: 'openTickets',
  },
  locations: {
    kind: 'figure',
    title: 'Locations',
    metric: 'locationCount',
    filters: [],
    value: { sum: 'locationCount' },
    weekly: 'locations',
  },
  averageScoreTrend: {
    kind: 'trend',
    title: 'Average score by week',
    metric: 'averageScore',
    series: [{ figure: 'averageScore', label: 'Average score' }],
    unit: '%',
  },
  tierTrend: {
    kind: 'trend',
    title: 'Tiers by week',
    metric: 'healthTier',
    series: healthTiers.map((tier) => ({ figure: weekFigureKeysByTier[tier], label: tier, tier })),
  },
  atRiskTrend: {
    kind: 'trend',
    title: 'At risk by week',
    metric: 'atRisk',
    series: [{ figure: 'atRisk', label: 'At risk', tier: 'Critical' }],
  },
  movementTrend: {
    kind: 'trend',
    title: 'Declining and improving by week',
    metric: 'percentChange',
    series: [
      { figure: 'declining', label: 'Declining', tier: 'Critical' },
      { figure: 'improving', label: 'Improving', tier: 'Healthy' },
    ],
  },
  biggestFalls: {
    kind: 'table',
    title: 'Biggest drops',
    metric: 'scoreChange',
    filters: [{ column: 'scoreChange', kind: 'range', from: null, to: -0.1 }],
    sort: [falling],
    columns: ['healthTier', 'adoptionScore', 'scoreChange'],
  },
  biggestRises: {
    kind: 'table',
    title: 'Biggest gains',
    metric: 'scoreChange',
    filters: [{ column: 'scoreChange', kind: 'range', from: 0.1, to: null }],
    sort: [rising],
    columns: ['healthTier', 'adoptionScore', 'scoreChange'],
  },
  longestAtRisk: {
    kind: 'table',
    title: 'Longest at risk',
    metric: 'weeksAtRisk',
    filters: [weekFigureFilters.atRisk],
    sort: [{ column: 'consecutiveWeeksAtRisk', descending: true }, falling],
    columns: ['healthTier', 'adoptionScore', 'consecutiveWeeksAtRisk'],
  },
  expansionTable: {
    kind: 'table',
    title: 'Ready to expand, by size',
    metric: 'expansion',
    filters: [weekFigureFilters.readyToExpand],
    sort: [{ column: 'locationCount', descending: true }, rising],
    columns: ['adoptionScore', 'scoreChange', 'locationCount'],
  },
  ticketsTable: {
    kind: 'table',
    title: 'Most open tickets',
    metric: 'tickets',
    filters: [atLeastOne('openTicketCount')],
    sort: [{ column: 'openTicketCount', descending: true }, falling],
    columns: ['healthTier', 'openTicketCount', 'ownerName'],
  },
  graceEnding: {
    kind: 'table',
    title: 'Grace ending soonest',
    metric: 'grace',
    filters: [weekFigureFilters.inGrace],
    upcoming: 'graceEndsOn',
    sort: [{ column: 'graceEndsOn', descending: false }],
    columns: ['healthTier', 'adoptionScore', 'graceEndsOn'],
  },
  scoreMap: {
    kind: 'map',
    title: 'Average score by state',
    metric: 'averageScore',
    value: 'averageScore',
  },
  atRiskMap: {
    kind: 'map',
    title: 'Share at risk by state',
    metric: 'atRiskShare',
    value: 'atRiskShare',
  },
  customerMap: {
    kind: 'map',
    title: 'Customers by state',
    metric: 'customers',
    value: 'institutions',
  },
} satisfies Record<string, Widget>;

export type WidgetKey = keyof typeof registry;
export const widgetKeys = Object.keys(registry) as WidgetKey[];
/** Returns the widget, or `undefined` when no widget has this key. */
export const findWidget = (key: string): Widget | undefined =>
  Object.hasOwn(registry, key) ? registry[key as WidgetKey] : undefined;

/** Ready-made boards, which every user has. */
export const readyMadeBoardDefinitions = {
  health: {
    name: 'Health',
    widgets: [
      'customers',
      'averageScore',
      'atRisk',
      'critical',
      'tierTrend',
      'averageScoreTrend',
      'biggestFalls',
      'scoreMap',
    ],
  },
  growth: {
    name: 'Growth',
    widgets: [
      'readyToExpand',
      'roseTier',
      'improving',
      'locations',
      'expansionTable',
      'biggestRises',
      'averageScoreTrend',
      'customerMap',
    ],
  },
  watch: {
    name: 'Watch',
    widgets: [
      'atRisk',
      'declining',
      'notActive',
      'openTickets',
      'atRiskTrend',
      'longestAtRisk',
      'graceEnding',
      'atRiskMap',
    ],
  },
} as const satisfies Record<string, { name: string; widgets: readonly WidgetKey[] }>;
