import {
  type CustomerTables,
  distinctRowsRule,
  setAsideCollisionsRule,
} from '#server/institutions/customer-table-rules.ts';

export const playbookCustomerTables: CustomerTables = {
  playbook_firing: setAsideCollisionsRule,
  // A customer has at most one active run of a playbook. In a merge, the other run ends at its
  // current step, and its steps keep their tasks.
  playbook_run: {
    merge: {
      is: 'both',
      columns: {
        state: `'stopped'`,
        ended_at: 'm.at',
        end_reason: `'The customer was merged into one that runs this playbook too.'`,
        revision: 'o.revision + 1',
      },
    },
    noun: 'playbook runs',
  },
  playbook_step: distinctRowsRule,
};
