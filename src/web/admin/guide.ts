import { createGuideFactory } from '#web/ui/guide/from-registry.ts';
import { globalKeys, listKeys } from '#web/ui/guide/keys.ts';

export const createAdminGuide = createGuideFactory({
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
      does: 'Opens people, imports, jobs, API keys, integrations, data quality, the AI Assistant, settings or the audit log.',
    },
    {
      id: 'admin-people',
      label: 'People',
      does: 'Users with their roles, sessions and open tasks. Click a row to change a user.',
    },
    {
      id: 'import-file',
      label: 'File',
      does: 'Uploads a CSV file to import. Nothing is written until you have seen the changes and confirmed them.',
    },
    {
      id: 'import-runs',
      label: 'Imports',
      does: 'Imports from files, the API and commands. Click a row to see an import’s changes. You can undo an import for seven days.',
    },
    {
      id: 'import-steps',
      label: 'Steps',
      does: 'Steps from the file to the result. You can leave the page and return to the same step later.',
    },
    {
      id: 'import-columns',
      label: 'Columns',
      does: 'How each column of the file is used. Your choices are remembered for the next file from this system.',
    },
    {
      id: 'import-values',
      label: 'Values',
      does: 'Values of the file that Chairside doesn’t know, with their number of rows. Match each with a known value, or leave it empty. Your matches are remembered for the next file, command and API call of this system.',
    },
    {
      id: 'import-counts',
      label: 'Row counts',
      does: 'Number of new, changed, unchanged, conflicting, rejected and skipped rows.',
    },
    {
      id: 'admin-jobs',
      label: 'Jobs',
      does: 'Background jobs with their schedules, results and progress. You can run a job now or for past days, or pause its schedule.',
    },
    {
      id: 'admin-runs',
      label: 'Last runs',
      does: 'The last 20 runs of each job, with results and errors.',
    },
    {
      id: 'admin-keys',
      label: 'API keys',
      does: 'Keys with which other systems send data. A new key is shown only once, with an example of its use.',
    },
    {
      id: 'admin-integrations',
      label: 'Integrations',
      does: 'Services for sign-in, CRM data, practice details and the optional language model, with their last response. You can test a service to see whether it responds, and see what the language model receives.',
    },
    {
      id: 'admin-quality',
      label: 'Data quality',
      does: 'Likely errors in customer data. Click an issue to fix it.',
    },
    {
      id: 'quality-figures',
      label: 'Issues',
      does: 'Number of issues of each kind, with a trend. Click a number to see its issues.',
    },
    {
      id: 'quality-fixes',
      label: 'Fixes',
      does: 'Corrections made by administrators. You can undo each correction.',
    },
    {
      id: 'admin-unanswered',
      label: 'Questions without an answer',
      does: 'Words that the AI Assistant does not know, refused questions and bad ratings of all users. Add a synonym to teach it a word.',
    },
    {
      id: 'admin-synonyms',
      label: 'Synonyms',
      does: 'Words that administrators added. A change is effective for all users immediately. You can undo it.',
    },
    {
      id: 'admin-settings',
      label: 'Settings',
      does: 'Company details, sign-in domains, access to practice insights and retention periods. A value set in the server’s environment overrides the value on this page.',
    },
    {
      id: 'pending-changes',
      label: 'Pending changes',
      does: 'Changes of scoring rules and retention periods need the approval of a second administrator. While such a change is pending, removing an administrator needs approval too. You can reject a change with a reason, or withdraw your own.',
    },
    {
      id: 'admin-audit',
      label: 'Audit log',
      does: 'Actions of users with time and IP address. Entries can’t be edited. A check reveals changed, added or deleted entries.',
    },
  ],
  keys: [...globalKeys, ...listKeys],
  howItWorks: () => [
    {
      title: 'Roles',
      blocks: [
        'Members see every page except this one. Administrators also manage settings, users, imports and jobs.',
        'Users listed in ADMIN_EMAILS on the server are always administrators. An administrator can’t be removed if no other administrator has signed in yet.',
        'When an administrator is added or removed, all administrators see a notice for 72 hours. For 72 hours after a removal, changes that need approval still wait for a second administrator, even when only one is left.',
      ],
    },
    {
      title: 'Imports',
      blocks: [
        'Import practices first, then entitlements, then usage. After an import of usage, complete weeks are closed and the current week is scored.',
        'You can undo an import for seven days. Added rows are removed, and changed rows get their earlier values back. If rows were changed or used since the import, you see them first and can undo the other rows.',
      ],
    },
    {
      title: 'Audit log',
      blocks: [
        'Each entry has a checksum of its content and of the previous entry. The check therefore finds changed, inserted and deleted entries.',
        'Chairside also keeps a record of the newest entry outside the database. To detect deleted entries independently of this server, keep the checksum of the newest entry elsewhere and compare it later.',
      ],
    },
  ],
});
