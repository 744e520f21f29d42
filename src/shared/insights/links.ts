import { z } from 'zod';
import {
  createListAnswerSchema,
  endpoint,
  institutionParamsSchema,
  textSchema,
} from '#shared/core/endpoint.ts';
import { insightsPageAccessSchema } from './access-settings.ts';

export const maxLinkLabelLength = 80;
export const maxLinkDays = 365;
/** Lifetimes in days that a user can choose for a new link. */
export const linkLifetimeChoices = [30, 90, maxLinkDays] as const;

const insightLinkSchema = z.strictObject({
  linkId: z.uuid(),
  /** Recipient of the link, as entered by its creator. */
  label: z.string(),
  madeBy: z.string(),
  madeAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  /** Number of visits by people who were not signed in. */
  views: z.int(),
  lastViewedAt: z.iso.datetime().nullable(),
});
export type InsightLink = z.output<typeof insightLinkSchema>;

export const getInsightLinks = endpoint({
  method: 'GET',
  path: '/api/institution/:id/insights/links',
  summary: 'Links that open a practice’s insights, and whether a link is needed',
  params: institutionParamsSchema,
  response: createListAnswerSchema(insightLinkSchema).extend({ access: insightsPageAccessSchema }),
});

/**
 * Creates a link. The client generates the id, so that a double click creates one link. Only the
 * first response contains the key.
 */
export const postInsightLink = endpoint({
  method: 'POST',
  path: '/api/institution/:id/insights/links',
  summary: 'Create a link; only this response contains its key',
  params: institutionParamsSchema,
  body: z.strictObject({
    linkId: z.uuid(),
    label: textSchema.trim().min(1, 'must name the recipient of the link').max(maxLinkLabelLength),
    days: z.int().min(1).max(maxLinkDays),
  }),
  response: z.strictObject({ token: z.string() }),
});

export const postRevokeInsightLink = endpoint({
  method: 'POST',
  path: '/api/institution/:id/insights/links/:linkId/revoke',
  summary: 'Revoke a link permanently',
  params: institutionParamsSchema.extend({ linkId: z.uuid() }),
  body: z.strictObject({}),
  response: insightLinkSchema,
});

const makersLinkSchema = insightLinkSchema
  .omit({ revokedAt: true })
  .extend({ institutionId: z.int(), institutionName: z.string() });
/** Working link with its institution, as listed for administrators. */
export type WorkingInsightLink = z.output<typeof makersLinkSchema>;

export const getCreatorLinks = endpoint({
  method: 'GET',
  path: '/api/insights/links',
  summary:
    'Working links created by a user. If no user is given, all links that need an admin’s decision because their creator’s account is disabled',
  role: 'admin',
  query: z.object({ madeBy: z.uuid().optional() }),
  response: createListAnswerSchema(makersLinkSchema),
});

export const postLinkDecision = endpoint({
  method: 'POST',
  path: '/api/insights/links/decisions',
  summary: 'Keep links of a disabled account, or revoke them',
  role: 'admin',
  body: z.strictObject({
    links: z
      .array(z.strictObject({ institutionId: z.int().positive(), linkId: z.uuid() }))
      .min(1)
      .max(10_000),
    keeps: z.boolean(),
  }),
  response: z.strictObject({ changed: z.int() }),
});
