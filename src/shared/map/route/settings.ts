import { z } from 'zod';

/** Ranges of the settings that users can enter. */
export const routeSettingRanges = {
  detourFactor: { min: 1, max: 3 },
  milesPerHour: { min: 5, max: 80 },
  visitMinutes: { min: 5, max: 240 },
} as const;

const inRange = (schema: z.ZodNumber, { min, max }: { min: number; max: number }) =>
  schema.min(min).max(max);

/** Settings from which routes are planned. */
export const routeSettingsSchema = z.object({
  /** Road miles for each mile of the straight line. */
  routeDetourFactor: inRange(z.number(), routeSettingRanges.detourFactor)
    .default(1.3)
    .meta({ title: 'Road miles per straight mile' }),
  /** Average driving speed in miles per hour. */
  routeMilesPerHour: inRange(z.int(), routeSettingRanges.milesPerHour)
    .default(35)
    .meta({ title: 'Driving speed in miles per hour' }),
  /** Minutes planned for each visit. */
  routeVisitMinutes: inRange(z.int(), routeSettingRanges.visitMinutes)
    .default(30)
    .meta({ title: 'Minutes for each visit' }),
});
export type RouteSettings = z.output<typeof routeSettingsSchema>;
