import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { type HealthTier, healthTiers } from '#shared/core/tiers.ts';

/**
 * Number of kinds of marks. For a practice past grace, the kind is the index of its tier in
 * `healthTiers`. For a practice in grace, the kind is that index plus the number of tiers.
 */
export const markKindCount = healthTiers.length * 2;
export const encodeTierAndGrace = (tier: HealthTier, inGrace: boolean): number =>
  healthTiers.indexOf(tier) + (inGrace ? healthTiers.length : 0);
export const tierOfMarkKind = (kind: number): HealthTier =>
  healthTiers[kind % healthTiers.length] ?? 'Unknown';

/**
 * Positions and kinds of all practices as parallel arrays, which is the smallest format to send.
 */
export const mapMarksSchema = z.strictObject({
  institutionId: z.array(z.int()),
  /** Latitude in degrees, rounded to about ten meters; `null` when unknown. */
  latitude: z.array(z.number().nullable()),
  longitude: z.array(z.number().nullable()),
  kind: z.array(
    z
      .int()
      .min(0)
      .max(markKindCount - 1),
  ),
});
export type MapMarks = z.output<typeof mapMarksSchema>;

export const getMapMarks = endpoint({
  method: 'GET',
  path: '/api/map/marks',
  summary:
    'Positions and tiers of all practices for the first drawing of the map. The response is a tenth of the size of the practice list',
  response: mapMarksSchema,
});
