import { z } from 'zod';

export const healthTiers = ['Healthy', 'Medium', 'Critical', 'Unknown'] as const;

export const healthTierSchema = z.enum(healthTiers);

export type HealthTier = z.output<typeof healthTierSchema>;

/** Lower limits of the tiers Healthy and Medium, in percent of benchmark. */
export const tierLimitsSchema = z.strictObject({ healthyFrom: z.number(), mediumFrom: z.number() });

export type TierLimits = z.output<typeof tierLimitsSchema>;

export const sizeTiers = ['Small', 'Medium', 'Large', 'Enterprise'] as const;

export const sizeTierSchema = z.enum(sizeTiers);

export type SizeTier = z.output<typeof sizeTierSchema>;

export const tierChangeDirectionSchema = z.enum(['up', 'down', 'flat']);

export const peerGroupLevelSchema = z.enum(['tier_and_type', 'tier', 'all']);

export type PeerGroupLevel = z.output<typeof peerGroupLevelSchema>;

/** Churn tiers by the time until a predicted notice, nearest first. */
export const churnTierNames = ['IMMEDIATE', 'HIGH', 'MEDIUM'] as const;

export const churnTierSchema = z.enum(churnTierNames);

export type ChurnTier = z.output<typeof churnTierSchema>;
