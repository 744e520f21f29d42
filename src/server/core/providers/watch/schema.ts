import type { ProviderKind } from '#shared/core/provider-names.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema {
    provider_call: ProviderCallTable;
  }
}

interface ProviderCallTable {
  provider: ProviderKind;
  answered_at: Date | null;
  milliseconds: number | null;
  failed_at: Date | null;
  error: string | null;
}
