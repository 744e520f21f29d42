import type { JsonColumn } from '#server/core/db/json.ts';
import type { Reassignment } from '#shared/team/reassign/reassign.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema {
    reassignment: ReassignmentTable;
    reassignment_task: ReassignmentTaskTable;
    reassignment_deal: ReassignmentDealTable;
  }
}

interface ReassignmentTable {
  reassignment_id: string;
  made_by: string;
  made_at: Date;
  told: JsonColumn<Reassignment>;
  moved: number;
  kept: number;
  undone_at: Date | null;
  undone: number | null;
}

interface ReassignmentTaskTable {
  institution_id: number;
  reassignment_id: string;
  task_id: string;
  from_id: string;
  version: number;
}

interface ReassignmentDealTable {
  institution_id: number;
  reassignment_id: string;
  deal_id: number;
  from_owner_id: number | null;
  to_owner_id: number;
  updated_at: Date;
}
