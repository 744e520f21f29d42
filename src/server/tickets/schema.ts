import type { ProductKey } from '#shared/core/products.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema extends TicketTables {}
}

interface TicketTables {
  crm_ticket: CrmTicketTable;
}

interface CrmTicketTable {
  institution_id: number;
  ticket_id: number;
  subject: string;
  body: string;
  pipeline: string;
  stage: string;
  priority: string;
  owner_id: number | null;
  product: ProductKey | null;
  created_at: Date;
  updated_at: Date;
  closed_at: Date | null;
}
