import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { freshnessSchema } from '#shared/core/jobs/freshness.ts';
import { healthRulesSchema } from '#shared/core/scoring-rules.ts';

/** Figures that guides print with their current value. */
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

/** Value of a figure and the day to which it applies. */
export const guideFigureSchema = z.strictObject({ value: z.number(), asOf: z.iso.date() });
export type GuideFigure = z.output<typeof guideFigureSchema>;

export const guideFiguresSchema = z.strictObject({
  /** Rules for the next official week. */
  rules: healthRulesSchema,
  businessTimeZone: z.string(),
  freshness: freshnessSchema,
  /** Values by figure; figures without data are missing. */
  figures: z.partialRecord(z.enum(guideFigureKeys), guideFigureSchema),
});
export type GuideFigures = z.output<typeof guideFiguresSchema>;

export const getGuideFigures = endpoint({
  method: 'GET',
  path: '/api/guides/figures',
  summary: 'The current settings and today’s figures, as shown in guides and definitions',
  response: guideFiguresSchema,
});
