import type { Generated } from 'kysely';
import type { JsonColumn } from '#server/core/db/json.ts';
import type { CampaignState } from '#shared/campaigns/tickets/campaigns.ts';
import type { CampaignDraft } from '#shared/campaigns/tickets/draft.ts';
import type { CampaignKind } from '#shared/campaigns/tickets/kinds.ts';
import type { RecipientTicketState } from '#shared/campaigns/tickets/rules.ts';
import type { Day } from '#shared/core/dates.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema extends TicketCampaignTables {}
}

interface TicketCampaignTables {
  ticket_campaign: {
    campaign_id: string;
    name: string;
    draft: JsonColumn<CampaignDraft>;
    kind: CampaignKind;
    due_on: Day;
    state: CampaignState;
    problem: string | null;
    version: Generated<number>;
    made_by: string;
    made_at: Date;
    finished_at: Date | null;
    undone_by: string | null;
    undone_at: Date | null;
    sent_until: Generated<number | null>;
    ended_by: Generated<string | null>;
    ended_at: Generated<Date | null>;
    ended_from: Generated<'sent' | 'cancelled' | null>;
  };
  ticket_campaign_recipient: {
    institution_id: number;
    campaign_id: string;
    target_id: number;
    owner_id: number | null;
    subject: string;
    body: string;
    state: RecipientTicketState['state'];
    reason: string | null;
    ticket_id: number | null;
    seen_at: Date | null;
    settled_at: Date | null;
  };
}
