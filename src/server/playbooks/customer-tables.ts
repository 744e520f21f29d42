import {
  type CustomerTables,
  movingRowsWithUniqueIdsRule,
  setAsideCollisionsRule,
} from '#server/institutions/customer-table-rules.ts';

export const playbookCustomerTables: CustomerTables = {
  playbook_firing: setAsideCollisionsRule,
  // A customer has at most one active run of a playbook. When both merged customers have an active
  // run, one run is stopped at its current step. Its steps keep their tasks.
  playbook_run: {
    merge: {
      is: 'both',
      columns: {
        state: `'stopped'`,
        ended_at: 'm.at',
        end_reason: `'The customer was merged with a customer that has an active run of this playbook.'`,
        revision: 'o.revision + 1',
      },
    },
    noun: 'playbook runs',
  },
  playbook_step: movingRowsWithUniqueIdsRule,
};
