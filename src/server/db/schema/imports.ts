import type { ColumnType } from 'kysely';
import type { ImportKind, ImportReport } from '#shared/operations.ts';
import type { ProductKey } from '#shared/products.ts';
import type { PracticeColumns } from './institutions.ts';

export interface ImportTables {
  import_run: ImportRunTable;
  practice_staging: PracticeStagingTable;
  usage_staging: UsageStagingTable;
  entitlement_staging: EntitlementStagingTable;
}

interface ImportRunTable {
  import_id: string;
  kind: ImportKind;
  source: string;
  state: 'running' | 'succeeded' | 'failed';
  started_at: Date;
  seen_at: Date;
  finished_at: Date | null;
  report: ColumnType<ImportReport | null, string | null | undefined, string | null>;
}

interface PracticeStagingTable extends PracticeColumns {
  import_id: string;
  line: number;
  institution_id: number | null;
  location_id: number | null;
  identity: string;
  institution_name: string | null;
  name: string | null;
  created_on: string | null;
  go_live_on: string | null;
  closed_on: string | null;
}

interface UsageStagingTable {
  import_id: string;
  line: number;
  institution_id: number | null;
  location_id: number | null;
  product: ProductKey;
  day: string;
  value: number;
}

interface EntitlementStagingTable {
  import_id: string;
  line: number;
  institution_id: number;
  product: ProductKey;
  entitled: boolean;
  valid_from: string | null;
  valid_to: string | null;
}
