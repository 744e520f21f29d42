import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { freshnessSchema } from '#shared/core/jobs/freshness.ts';
import { healthRulesSchema } from '#shared/core/scoring-rules.ts';

/** What the guides print as today's figure. */
export const guideFigureKeys = [
  'bookingsPerLocation',
  'bookingLocations',
  'customers',
  'averageScore',
  'customersAtRisk',
  'customersCritical',
  'customersDeclining',
  'customersInGrace',
  'customersUnknown',
  'customersInOnboarding',
  'churnEvents',
  'averageConfidence',
  'highRiskCustomers',
] as const;
export type GuideFigureKey = (typeof guideFigureKeys)[number];

/** A figure and the day it stands for. */
export const guideFigureSchema = z.strictObject({ value: z.number(), asOf: z.iso.date() });
export type GuideFigure = z.output<typeof guideFigureSchema>;

export const guideFiguresSchema = z.strictObject({
  /** The rules that the next official week is made with. */
  rules: healthRulesSchema,
  businessTimeZone: z.string(),
  freshness: freshnessSchema,
  /** A figure that nothing measures is left out. */
  figures: z.partialRecord(z.enum(guideFigureKeys), guideFigureSchema),
});
export type GuideFigures = z.output<typeof guideFiguresSchema>;

export const getGuideFigures = endpoint({
  method: 'GET',
  path: '/api/guide-figures',
  summary: 'The settings and the figures of today that guides and definitions print',
  response: guideFiguresSchema,
});
