import type { ImportKind } from '#shared/imports/report.ts';
import { mergeContacts } from './contacts-queries.ts';
import { mergeContracts } from './contracts-queries.ts';
import { mergeEntitlements } from './entitlements-queries.ts';
import { mergeLosses } from './losses-queries.ts';
import type { StagedImportRun } from './merge.ts';
import { mergePractices } from './practices-queries.ts';
import { mergeProspects } from './prospects-queries.ts';
import { mergeUsage } from './usage-queries.ts';

export const mergeFunctionsByKind: Record<ImportKind, (merge: StagedImportRun) => Promise<void>> = {
  practices: mergePractices,
  usage: mergeUsage,
  entitlements: mergeEntitlements,
  churn: mergeLosses,
  contracts: mergeContracts,
  contacts: mergeContacts,
  prospects: mergeProspects,
};

/** Tables that each kind of import writes to. */
export const tablesWrittenByImport = {
  practices: ['institution', 'location'],
  usage: ['usage_week', 'feed_week'],
  entitlements: ['entitlement'],
  churn: ['churn_event'],
  contracts: ['contract'],
  contacts: ['contact'],
  prospects: ['prospect'],
} as const;
