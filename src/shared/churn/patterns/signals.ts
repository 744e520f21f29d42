import { z } from 'zod';
import { createValueRenamer } from '#shared/list/column.ts';
import { type ChurnFeatureKey, churnFeatures } from './features.ts';

export const churnFeatureKeys: readonly ChurnFeatureKey[] = churnFeatures.map(({ key }) => key);
export const comparisonOperators = ['at_least', 'at_most'] as const;
export const comparisonOperatorLabels = {
  at_least: 'at least',
  at_most: 'at most',
} as const satisfies Record<(typeof comparisonOperators)[number], string>;

export const signalValueSchema = z.number().min(-100_000).max(100_000);

/** Candidate pattern: a feature that is at least or at most a value. */
export const signalSchema = z.strictObject({
  feature: z.enum(churnFeatureKeys),
  comparison: z.enum(comparisonOperators),
  value: signalValueSchema,
});
export type Signal = z.output<typeof signalSchema>;

const nameOf = (feature: ChurnFeatureKey): string =>
  churnFeatures.find(({ key }) => key === feature)?.name ?? feature;
export const featureUnit = (feature: ChurnFeatureKey): string =>
  churnFeatures.find(({ key }) => key === feature)?.unit ?? '';

/** Returns the stored signal, or `undefined` when its feature no longer exists. */
export function parseSignal(
  feature: string,
  comparison: Signal['comparison'],
  value: number,
): Signal | undefined {
  const known = churnFeatureKeys.find((key) => key === feature);
  return known === undefined ? undefined : { feature: known, comparison, value };
}

/** Formats a signal: 'Usage trend (4 weeks vs. previous 8): at most 0.7 times'. */
export const signalText = ({ feature, comparison, value }: Signal): string =>
  `${nameOf(feature)}: ${comparisonOperatorLabels[comparison]} ${value < 0 ? '−' : ''}${Math.abs(value)}${featureUnit(feature)}`;

const currentFeatureName = createValueRenamer({
  'Change of score in 4 weeks': nameOf('scoreChange'),
  'Entitled products without use': nameOf('unusedProducts'),
  'Weeks without any use': nameOf('weeksUnused'),
  'Weeks without a report of any feed': nameOf('weeksSilent'),
  'Use, 4 weeks against the 8 before': nameOf('useRatio'),
  'Bookings, 2 weeks against the 8 before': nameOf('bookingsRatio'),
  'Peers’ bookings against 8 weeks ago': nameOf('peerBookingsRatio'),
  'Forms, 4 weeks against the 8 before': nameOf('formsRatio'),
  'Payments, 4 weeks against the 8 before': nameOf('paymentsRatio'),
  'Messages, 4 weeks against the 8 before': nameOf('messagesRatio'),
  'Locations of the group that went quiet': nameOf('quietLocations'),
  'Locations of the group in use': nameOf('groupLocations'),
  'Share of the group’s locations that are usually quiet': nameOf('usualQuietShare'),
  'Tickets in 28 days, usually': nameOf('usualTickets'),
  'Days since a ticket about a new owner': nameOf('daysSinceOwnershipChange'),
});

/** Replaces a former feature name in a stored signal text by its current name. */
export const renameFormerSignalFeature = (text: string): string =>
  text.replace(/^[^:]+/, currentFeatureName);
