import type { Generated } from 'kysely';

declare module '#server/core/db/schema.ts' {
  interface Schema {
    hubspot_bucket: HubspotBucketTable;
    hubspot_limit: { one_row: Generated<boolean>; blocked_until: Date };
  }
}

interface HubspotBucketTable {
  name: RateLimitBucketName;
  size: number;
  per_second: number;
  tokens: number;
  filled_at: Date;
}

export type RateLimitBucketName = 'general' | 'search';
