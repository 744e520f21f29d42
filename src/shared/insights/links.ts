import { z } from 'zod';
import { endpoint, institutionParams, listAnswer, textSchema } from '#shared/core/endpoint.ts';
import { insightsAccessSchema } from '#shared/core/settings/desk-settings.ts';

export const longestLinkLabel = 80;
export const mostLinkDays = 365;
/** For how many days a new link may work. */
export const linkDays = [30, 90, mostLinkDays] as const;

const insightLinkSchema = z.strictObject({
  linkId: z.uuid(),
  /** For whom it was made. */
  label: z.string(),
  madeBy: z.string(),
  madeAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  /** How often it was opened by somebody who was not signed in. */
  views: z.int(),
  lastViewedAt: z.iso.datetime().nullable(),
});
export type InsightLink = z.output<typeof insightLinkSchema>;

export const getInsightLinks = endpoint({
  method: 'GET',
  path: '/api/institution/:id/insight-links',
  summary: 'The links by which a practice reads its insights, and whether it needs one',
  params: institutionParams,
  response: listAnswer(insightLinkSchema).extend({ access: insightsAccessSchema }),
});

/** The page makes the id, so that a double click makes one link; its key is answered the first time and never again. */
export const postInsightLink = endpoint({
  method: 'POST',
  path: '/api/institution/:id/insight-links',
  summary: 'Make a link; its key is shown this once',
  params: institutionParams,
  body: z.strictObject({
    linkId: z.uuid(),
    label: textSchema.trim().min(1, 'must say for whom the link is').max(longestLinkLabel),
    days: z.int().min(1).max(mostLinkDays),
  }),
  response: z.strictObject({ token: z.string() }),
});

export const postRevokeInsightLink = endpoint({
  method: 'POST',
  path: '/api/institution/:id/insight-links/:linkId/revoke',
  summary: 'End a link for good',
  params: institutionParams.extend({ linkId: z.uuid() }),
  body: z.strictObject({}),
  response: insightLinkSchema,
});

const makersLinkSchema = insightLinkSchema.omit({ revokedAt: true }).extend({ institutionId: z.int(), institutionName: z.string() });
/** Working link with its institution, as listed for administrators. */
export type MakersLink = z.output<typeof makersLinkSchema>;

export const getMakersLinks = endpoint({
  method: 'GET',
  path: '/api/insights/links',
  summary: 'The working links that a user made; without a user, those of disabled accounts that wait for a decision',
  role: 'admin',
  query: z.object({ madeBy: z.uuid().optional() }),
  response: listAnswer(makersLinkSchema),
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
