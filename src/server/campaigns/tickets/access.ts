import { writeAudit } from '#server/core/audit/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import { forbidden } from '#server/core/errors.ts';
import type { AuditAction } from '#shared/core/audit-actions.ts';
import type { User } from '#shared/core/user.ts';

/** Returns `true` for the campaign's creator and for admins. */
export const mayChangeCampaign = ({ madeBy }: { madeBy: string }, user: User): boolean =>
  user.id === madeBy || user.role === 'admin';

export function requireMayChangeCampaign(campaign: { madeBy: string }, user: User): void {
  if (!mayChangeCampaign(campaign, user))
    throw forbidden('Only the campaign’s creator or an admin can change it.');
}

type CampaignAuditAction = AuditAction extends infer Action
  ? Action extends `ticket-campaign.${infer What}`
    ? What
    : never
  : never;

export const writeCampaignAudit = (
  queries: Queries,
  {
    at,
    actor,
    what,
    campaignId,
  }: { at: Date; actor: string; what: CampaignAuditAction; campaignId: string },
  detail: Record<string, unknown>,
) =>
  writeAudit(queries, {
    at,
    actor,
    action: `ticket-campaign.${what}`,
    objectType: 'ticket campaign',
    objectId: campaignId,
    detail,
  });
