import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { type HealthTier, healthTiers } from '#shared/core/tiers.ts';

/** How a mark is drawn: its tier's place in `healthTiers`, and four more in grace. */
export const markKinds = healthTiers.length * 2;
export const kindOf = (tier: HealthTier, inGrace: boolean): number => healthTiers.indexOf(tier) + (inGrace ? healthTiers.length : 0);
export const tierOfKind = (kind: number): HealthTier => healthTiers[kind % healthTiers.length] ?? 'Unknown';

/** Column by column, because that is the least to send: the first entries are those of the first practice. */
export const mapMarksSchema = z.strictObject({
  institutionId: z.array(z.int()),
  /** To some ten metres. */
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
  path: '/api/map-marks',
  summary: 'Where the practices are and how they are drawn: a tenth of the list of practices, for the map to begin with',
  response: mapMarksSchema,
});
