import type { Generated } from 'kysely';
import type { JsonColumn } from '#server/core/db/json.ts';
import type { ProductKey } from '#shared/core/products.ts';
import type {
  TicketEdit,
  TicketValuesBeforeEdit,
  unsettledChangeStates,
} from '#shared/tickets/changes.ts';

declare module '#server/work/event-kinds.ts' {
  interface WorkEventKinds {
    ticket_changed: true;
  }
}

declare module '#server/core/db/schema.ts' {
  interface Schema extends TicketTables {}
}

interface TicketTables {
  crm_ticket: CrmTicketTable;
  crm_ticket_pipeline: { pipeline_id: string; label: string; position: number };
  crm_ticket_stage: {
    pipeline_id: string;
    stage_id: string;
    label: string;
    position: number;
    ticket_state: 'OPEN' | 'CLOSED' | null;
  };
  crm_ticket_message: CrmTicketMessageTable;
  ticket_change: TicketChangeTable;
  ticket_batch: TicketBatchTable;
}

interface CrmTicketTable {
  institution_id: number;
  ticket_id: number;
  subject: string;
  body: string;
  pipeline_id: string;
  stage_id: string;
  priority: string;
  owner_id: number | null;
  product: ProductKey | null;
  created_at: Date;
  updated_at: Date;
  closed_at: Date | null;
  channel: string | null;
  reopened_at: Date | null;
  external_key: string | null;
}

interface CrmTicketMessageTable {
  institution_id: number;
  ticket_id: number;
  message_id: string;
  at: Date;
  direction: 'in' | 'out' | 'note';
  author: string;
  body: string;
}

interface TicketChangeTable {
  institution_id: number;
  change_id: string;
  ticket_id: number;
  wanted: JsonColumn<TicketEdit>;
  seen: JsonColumn<TicketValuesBeforeEdit>;
  state: (typeof unsettledChangeStates)[number] | 'made' | 'refused' | 'given_up';
  attempts: Generated<number>;
  claimed_until: Date | null;
  last_error: string | null;
  made_by: string;
  made_at: Date;
  settled_at: Date | null;
  batch_id: Generated<string | null>;
  undoes: Generated<string | null>;
  left_at: Generated<Date | null>;
  on_untouched: Generated<boolean>;
}

interface TicketBatchTable {
  batch_id: string;
  campaign_id: string;
  what: 'reassign' | 'end';
  detail: JsonColumn<Record<string, unknown>>;
  made_by: string;
  made_at: Date;
  undone_by: Generated<string | null>;
  undone_at: Generated<Date | null>;
}
