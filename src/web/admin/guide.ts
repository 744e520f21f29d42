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
    { id: 'admin-parts', label: 'Parts', does: 'People, imports, jobs, API keys, integrations, data quality, settings and the audit log.' },
    { id: 'admin-people', label: 'People', does: 'Who may sign in, with role, sessions and open tasks. Open a row to change it.' },
    {
      id: 'import-file',
      label: 'A file',
      does: 'Sends a CSV file to be imported. Nothing is written before you have seen what it would change.',
    },
    {
      id: 'import-runs',
      label: 'Imports',
      does: 'What came in, from files, feeds and commands. Open one to see what it did, and to undo it for seven days.',
    },
    { id: 'import-steps', label: 'Steps', does: 'From the file to the result. You can leave and come back: the address keeps your place.' },
    {
      id: 'import-columns',
      label: 'Columns',
      does: 'What each column of the file is used as. It is remembered for the next file of the same system.',
    },
    {
      id: 'import-counts',
      label: 'What it changes',
      does: 'How many rows are new, change something, say what is known, contradict each other, or cannot be used.',
    },
    {
      id: 'admin-jobs',
      label: 'Jobs',
      does: 'All background work: when it runs, how it went and what is running now. Run one now or for past days, or pause its schedule.',
    },
    { id: 'admin-runs', label: 'Last runs', does: 'The last twenty runs of each job, with result and error.' },
    {
      id: 'admin-keys',
      label: 'API keys',
      does: 'Keys that other systems load data with. A key is shown once, when it is made, with the call that uses it.',
    },
    {
      id: 'admin-integrations',
      label: 'Integrations',
      does: 'What Chairside asks for sign-in, customers’ owners and practices, and how each last answered. Test one to ask it now.',
    },
    {
      id: 'admin-quality',
      label: 'Data quality',
      does: 'Likely errors in customer data. Open an issue to fix it.',
    },
    { id: 'quality-figures', label: 'Issues', does: 'How many there are of each kind, and on the days before. A figure opens its rows.' },
    { id: 'quality-fixes', label: 'What was changed', does: 'What administrators put right. Each change can be undone.' },
    {
      id: 'admin-settings',
      label: 'Settings',
      does: 'Our company, who may sign in, who may read a practice’s insights, and how long things are kept. Values set in the environment take precedence.',
    },
    {
      id: 'pending-changes',
      label: 'Changes that wait',
      does: 'Scoring rules and how long things are kept change once a second administrator approves. So does removing an administrator while such a change waits. Refuse a change with a reason, or withdraw your own.',
    },
    {
      id: 'admin-audit',
      label: 'Audit log',
      does: 'Who did what, when and from where. It is only added to, and a check shows entries that were changed, added or taken out.',
    },
  ],
  keys: [...everywhere, ...listKeys],
  howItWorks: () => [
    {
      title: 'Roles',
      blocks: [
        'Members see every page but this one. Administrators also change settings, people, imports and jobs.',
        'People named in ADMIN_EMAILS, where Chairside is started, are administrators. At least one administrator who has signed in always remains.',
        'When an administrator comes or goes, every administrator is told for 72 hours. During that time a change still waits for a second administrator, even if only one is left.',
      ],
    },
    {
      title: 'Imports',
      blocks: [
        'Practices come first, then what they may use, then usage. When an import is done, complete weeks are closed and the running week is scored.',
        'For seven days an import can be undone: what it added is taken out, and what it changed is as it was before. Rows that were changed or used since are named first, and you choose whether the rest is undone.',
      ],
    },
    {
      title: 'Audit log',
      blocks: [
        'Each entry holds a checksum of itself and the entry before it, so an entry that was changed, slipped in or taken out between others is found.',
        'When the newest entries are taken out, only their checksum tells: keep the newest one elsewhere, and compare.',
      ],
    },
  ],
});
