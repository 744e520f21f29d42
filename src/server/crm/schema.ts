import type { Generated } from 'kysely';
import type { MirrorDeal, MirrorTicket } from '#server/core/providers/hubspot/mapping.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema extends CrmTables {}
}

interface CrmTables {
  hubspot_company: { institution_id: number; pass: string; company_id: number };
  hubspot_deal: MirrorDeal & { pass: string };
  hubspot_deal_company: { pass: string; deal_id: number; company_id: number };
  hubspot_ticket: MirrorTicket & { pass: string };
  hubspot_ticket_company: { pass: string; ticket_id: number; company_id: number };
  hubspot_withdrawn: { ticket_id: number; at: Date };
  hubspot_mirror: { one_row: Generated<boolean>; pass: string; as_of: Date | null };
}
