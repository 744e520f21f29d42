import type { Answer } from '#shared/assistant/assistant.ts';
import type { CustomerReference } from '#web/work/customers.ts';

/** Returns the customers of an answer with the names that its rows show. */
export const customersOf = ({ customers, rows }: Answer): CustomerReference[] =>
  customers.institutionIds.map((institutionId) => ({
    institutionId,
    institutionName:
      rows.find((row) => row.institutionId === institutionId)?.texts[0] ?? 'this customer',
  }));
