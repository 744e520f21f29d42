import { z } from 'zod';
import { type ChurnFeature, churnFeatures } from './features.ts';

export const featureKeys: readonly ChurnFeature[] = churnFeatures.map(({ key }) => key);
export const comparisons = ['at_least', 'at_most'] as const;
export const comparisonNames = { at_least: 'at least', at_most: 'at most' } as const satisfies Record<(typeof comparisons)[number], string>;

export const signalValueSchema = z.number().min(-100_000).max(100_000);

/** Candidate pattern: a feature above or below a value. */
export const signalSchema = z.strictObject({ feature: z.enum(featureKeys), comparison: z.enum(comparisons), value: signalValueSchema });
export type Signal = z.output<typeof signalSchema>;

export const unitOf = (feature: ChurnFeature): string => churnFeatures.find(({ key }) => key === feature)?.unit ?? '';

/** Returns the stored signal, or `undefined` when its feature no longer exists. */
export function signalOf(feature: string, comparison: Signal['comparison'], value: number): Signal | undefined {
  const known = featureKeys.find((key) => key === feature);
  return known === undefined ? undefined : { feature: known, comparison, value };
}

/** Formats a signal, such as "Usage trend (4 weeks vs. previous 8): at most 0.7 times". */
export const signalText = ({ feature, comparison, value }: Signal): string =>
  `${churnFeatures.find(({ key }) => key === feature)?.name}: ${comparisonNames[comparison]} ${value < 0 ? '−' : ''}${Math.abs(value)}${unitOf(feature)}`;
