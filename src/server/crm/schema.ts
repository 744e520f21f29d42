import type { Generated } from 'kysely';
import type { MirrorDeal, MirrorTicket } from '#server/core/providers/hubspot/mapping.ts';
import type { CrmObjectType } from '#server/core/providers/hubspot/paths.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema extends CrmTables {}
}

interface CrmTables {
  hubspot_company: { pass: string; company_id: number; institution_id: number | null };
  hubspot_deal: MirrorDeal & { pass: string };
  hubspot_deal_company: { pass: string; deal_id: number; company_id: number };
  hubspot_ticket: MirrorTicket & { pass: string };
  hubspot_ticket_company: { pass: string; ticket_id: number; company_id: number };
  hubspot_gone: { pass: string; object: CrmObjectType; object_id: number };
  hubspot_touched: { object: CrmObjectType; object_id: number; touched_at: Date };
  hubspot_withdrawn: { ticket_id: number; at: Date };
  hubspot_mirror: HubspotMirrorTable;
}

interface HubspotMirrorTable {
  one_row: Generated<boolean>;
  /** Id of the newest pass. Only this pass may publish. */
  pass: string;
  leased_until: Date | null;
  published: string | null;
  as_of: Date | null;
  watermark: Date | null;
  full_at: Date | null;
}
