import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { type HealthTier, healthTiers } from '#shared/core/tiers.ts';

/**
 * Number of kinds of marks. The kind of a mark past grace is its tier's index in `healthTiers`; in
 * grace, it is that index plus the number of tiers.
 */
export const markKinds = healthTiers.length * 2;
export const markKindOf = (tier: HealthTier, inGrace: boolean): number =>
  healthTiers.indexOf(tier) + (inGrace ? healthTiers.length : 0);
export const tierOfKind = (kind: number): HealthTier =>
  healthTiers[kind % healthTiers.length] ?? 'Unknown';

/**
 * Positions and kinds of all practices as parallel columns, which is the smallest format to send.
 */
export const mapMarksSchema = z.strictObject({
  institutionId: z.array(z.int()),
  /** Degrees, rounded to about ten meters. */
  latitude: z.array(z.number().nullable()),
  longitude: z.array(z.number().nullable()),
  kind: z.array(
    z
      .int()
      .min(0)
      .max(markKinds - 1),
  ),
});
export type MapMarks = z.output<typeof mapMarksSchema>;

export const getMapMarks = endpoint({
  method: 'GET',
  path: '/api/map/marks',
  summary:
    'Positions and tiers of all practices for the first drawing of the map; a tenth the size of the practice list',
  response: mapMarksSchema,
});
