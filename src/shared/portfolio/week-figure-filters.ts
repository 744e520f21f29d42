import type { HealthTier } from '#shared/core/tiers.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { WeekFigureKey } from './week-figures.ts';

export const tierFilter = (tier: HealthTier): ListFilter => ({
  column: 'healthTier',
  kind: 'one-of',
  values: [tier],
});

const is = (column: string): ListFilter => ({ column, kind: 'is', value: true });
const atLeastOne = (column: string): ListFilter => ({ column, kind: 'range', from: 1, to: null });
const tierChange = (direction: 'up' | 'down'): ListFilter => ({
  column: 'tierChange',
  kind: 'one-of',
  values: [direction],
});

/** Filters that select the customers counted by the figures of an official week. */
export const weekFigureFilters = {
  healthy: tierFilter('Healthy'),
  medium: tierFilter('Medium'),
  critical: tierFilter('Critical'),
  unknown: tierFilter('Unknown'),
  atRisk: is('atRisk'),
  notActive: is('hasZeroUsage'),
  inGrace: is('inGrace'),
  declining: atLeastOne('consecutiveWeeksDeclining'),
  improving: atLeastOne('consecutiveWeeksImproving'),
  fellTier: tierChange('down'),
  roseTier: tierChange('up'),
  readyToExpand: is('readyToExpand'),
} as const satisfies Partial<Record<WeekFigureKey, ListFilter>>;

/** Key of a weekly figure that is the number of customers matching a filter. */
export type CountedFigureKey = keyof typeof weekFigureFilters;
export const countedFigureKeys = Object.keys(weekFigureFilters) as CountedFigureKey[];
