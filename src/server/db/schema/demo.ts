import type { Json } from './json.ts';

export interface DemoTables {
  demo_world: DemoWorldTable;
}

interface DemoWorldTable {
  business_date: string;
  finished_at: Date;
  counts: Json<Record<string, number>>;
}
