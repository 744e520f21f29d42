/** Staging table of each kind of file. */
export const stagingTables = {
  practices: 'practice_staging',
  usage: 'usage_staging',
  entitlements: 'entitlement_staging',
  churn: 'loss_staging',
  contracts: 'contract_staging',
  contacts: 'contact_staging',
  prospects: 'prospect_staging',
} as const;

/** Value of a staging table's column. */
export type StagedValue = string | number | boolean | null;
