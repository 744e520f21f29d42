import { z } from 'zod';
import { createListAnswerSchema, endpoint } from '#shared/core/endpoint.ts';
import type { HealthTier } from '#shared/core/tiers.ts';
import { segmentSchema } from './list.ts';

/** Figures of a group of customers in one official week. */
const weekFiguresSchema = z.strictObject({
  weekEndDate: z.iso.date(),
  institutions: z.int(),
  /** Institutions with a score. */
  scored: z.int(),
  /** Average adoption score, 0–100; `null` without scores. */
  averageScore: z.number().nullable(),
  healthy: z.int(),
  medium: z.int(),
  critical: z.int(),
  unknown: z.int(),
  atRisk: z.int(),
  notActive: z.int(),
  inGrace: z.int(),
  declining: z.int(),
  improving: z.int(),
  fellTier: z.int(),
  roseTier: z.int(),
  readyToExpand: z.int(),
  locations: z.int(),
});
export type WeekFigures = z.output<typeof weekFiguresSchema>;

export const weekFigureKeySchema = weekFiguresSchema
  .omit({ weekEndDate: true, scored: true })
  .keyof();
export type WeekFigureKey = z.output<typeof weekFigureKeySchema>;

export const weekFigureKeysByTier = {
  Healthy: 'healthy',
  Medium: 'medium',
  Critical: 'critical',
  Unknown: 'unknown',
} as const satisfies Record<HealthTier, WeekFigureKey>;

export const getWeekFigures = endpoint({
  method: 'GET',
  path: '/api/portfolio/week-figures',
  summary: 'Figures of today’s customers in the last two official weeks, earlier week first',
  query: z.object({ segment: segmentSchema }),
  response: createListAnswerSchema(weekFiguresSchema),
});
