import type { Generated } from 'kysely';

declare module '#server/core/db/schema.ts' {
  interface Schema extends InsightTables {}
}

interface InsightTables {
  insight_link: InsightLinkTable;
}

interface InsightLinkTable {
  institution_id: number;
  link_id: string;
  token_hash: string;
  label: string;
  made_by: string;
  made_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  views: Generated<number>;
  last_viewed_at: Date | null;
  /**
   * Time of the decision to keep the link of a disabled account, and id of the admin who decided.
   */
  kept_at: Generated<Date | null>;
  kept_by: Generated<string | null>;
}
