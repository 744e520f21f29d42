import type { Generated } from 'kysely';
import type { JsonColumn } from '#server/core/db/json.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema extends DemoTables {}
}

interface DemoTables {
  demo_world: DemoWorldTable;
  demo_decision: DemoDecisionTable;
  article: ArticleTable;
}

interface DemoWorldTable {
  business_date: string;
  finished_at: Date;
  counts: JsonColumn<Record<string, number>>;
  seed: string;
  scale: number;
  first_institution_id: number;
  first_location_id: number;
  laid_until: string;
}

interface DemoDecisionTable {
  one_row: Generated<true>;
  decided: 'demo' | 'none';
  asked: 'demo' | 'none';
  decided_at: Date;
}

interface ArticleTable {
  article_id: number;
  title: string;
  body: string;
  category: string;
  updated_at: Date;
}
