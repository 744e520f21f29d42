import { guideFromRegistry } from '#web/ui/guide/from-registry.ts';
import { everywhere, listKeys } from '#web/ui/guide/keys.ts';

export const adminGuide = guideFromRegistry({
  metrics: [
    'importAdded',
    'importChanged',
    'importUnchanged',
    'importConflicts',
    'importRejected',
    'importSkipped',
    'unplottedLocation',
    'duplicateCustomer',
    'silentFeed',
    'unknownRecordsSystem',
  ],
  controls: [
    {
      id: 'admin-parts',
      label: 'Parts',
      does: 'Opens people, imports, jobs, API keys, integrations, data quality, settings or the audit log.',
    },
    {
      id: 'admin-people',
      label: 'People',
      does: 'Users with their roles, sessions and open tasks. Open a row to change it.',
    },
    {
      id: 'import-file',
      label: 'File',
      does: 'Uploads a CSV file to import. Nothing is written until you have seen the changes and confirmed them.',
    },
    {
      id: 'import-runs',
      label: 'Imports',
      does: 'Imports from files, the API and commands. Open one to see its changes. You can undo it for seven days.',
    },
    {
      id: 'import-steps',
      label: 'Steps',
      does: 'The steps from file to result. You can leave the page and come back to the same step.',
    },
    {
      id: 'import-columns',
      label: 'Columns',
      does: 'The use of each column of the file. Your choices are remembered for the next file of the same system.',
    },
    {
      id: 'import-counts',
      label: 'Row counts',
      does: 'Numbers of new, changed, unchanged, conflicting, rejected and skipped rows.',
    },
    {
      id: 'admin-jobs',
      label: 'Jobs',
      does: 'Background jobs with their schedules, results and progress. Run a job now or for past days, or pause its schedule.',
    },
    {
      id: 'admin-runs',
      label: 'Last runs',
      does: 'The last 20 runs of each job, with results and errors.',
    },
    {
      id: 'admin-keys',
      label: 'API keys',
      does: 'Keys for systems that send data. A new key is shown once, with an example of its use.',
    },
    {
      id: 'admin-integrations',
      label: 'Integrations',
      does: 'Services for sign-in, CRM data and practice details, with their last response. Test a service to check it now.',
    },
    {
      id: 'admin-quality',
      label: 'Data quality',
      does: 'Likely errors in customer data. Open an issue to fix it.',
    },
    {
      id: 'quality-figures',
      label: 'Issues',
      does: 'Number of issues of each kind, with a trend. Select a number to see its issues.',
    },
    {
      id: 'quality-fixes',
      label: 'Fixes',
      does: 'Corrections by administrators. You can undo each one.',
    },
    {
      id: 'admin-settings',
      label: 'Settings',
      does: 'Company details, sign-in domains, access to practice insights and retention periods. Values set in the environment take precedence.',
    },
    {
      id: 'pending-changes',
      label: 'Pending changes',
      does: 'Changes of scoring rules and retention periods need the approval of a second administrator. While one is pending, removing an administrator needs approval too. Reject a change with a reason, or withdraw your own.',
    },
    {
      id: 'admin-audit',
      label: 'Audit log',
      does: 'Actions with user, time and IP address. Entries can’t be edited, and a check reveals changed, added or deleted entries.',
    },
  ],
  keys: [...everywhere, ...listKeys],
  howItWorks: () => [
    {
      title: 'Roles',
      blocks: [
        'Members see every page except this one. Administrators also manage settings, users, imports and jobs.',
        'Addresses listed in ADMIN_EMAILS on the server are always administrators. The last administrator who has signed in cannot be removed.',
        'When an administrator is added or removed, all administrators see a notice for 72 hours. During that time changes still need a second administrator, even if only one is left.',
      ],
    },
    {
      title: 'Imports',
      blocks: [
        'Import practices first, then entitlements, then usage. After an import, complete weeks are closed and the current week is scored.',
        'You can undo an import for seven days: added rows are removed, and changed rows get their earlier values back. Rows that were changed or used since are listed first, and you choose whether to undo the rest.',
      ],
    },
    {
      title: 'Audit log',
      blocks: [
        'Each entry has a checksum of its content and of the entry before it. The check therefore finds changed, inserted and deleted entries.',
        'Chairside also keeps a record of the newest entry outside the database. To notice deleted newest entries independently of this server, keep the newest checksum elsewhere and compare it.',
      ],
    },
  ],
});
