import type { Answer } from '#shared/assistant/assistant.ts';
import type { Customer } from '#web/work/customers.ts';

/** Returns the customers of an answer with the names that its rows show. */
export const customersOf = ({ customers, rows }: Answer): Customer[] =>
  customers.institutionIds.map((institutionId) => ({
    institutionId,
    institutionName:
      rows.find((row) => row.institutionId === institutionId)?.texts[0] ?? 'this customer',
  }));
