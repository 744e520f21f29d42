import type { Generated } from 'kysely';

declare module '#server/core/db/schema.ts' {
  interface Schema {
    hubspot_limit: HubspotLimitTable;
  }
}

interface HubspotLimitTable {
  one_row: Generated<boolean>;
  tokens: number;
  filled_at: Date;
  blocked_until: Date | null;
}
