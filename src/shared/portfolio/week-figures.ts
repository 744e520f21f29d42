import { z } from 'zod';
import { endpoint, listAnswer } from '#shared/core/endpoint.ts';
import { segmentSchema } from './list.ts';

/** What a week says of some customers, counted. */
const weekFiguresSchema = z.strictObject({
  weekEndDate: z.iso.date(),
  institutions: z.int(),
  /** Those with a score. */
  scored: z.int(),
  /** 0 to 100; null where nobody has a score. */
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

export const weekFigureKeySchema = weekFiguresSchema.omit({ weekEndDate: true, scored: true }).keyof();
export type WeekFigureKey = z.output<typeof weekFigureKeySchema>;

export const getWeekFigures = endpoint({
  method: 'GET',
  path: '/api/health-trends/figures',
  summary: 'What the last two official weeks say of today’s customers, the earlier one first',
  query: z.object({ segment: segmentSchema }),
  response: listAnswer(weekFiguresSchema),
});
