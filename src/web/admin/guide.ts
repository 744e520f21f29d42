import { guideFromRegistry } from '#web/ui/guide/from-registry.ts';
import { everywhere, listKeys } from '#web/ui/guide/keys.ts';

export const adminGuide = guideFromRegistry({
  metrics: [],
  controls: [
    { id: 'admin-parts', label: 'Parts', does: 'People, jobs, API keys and the audit log.' },
    { id: 'admin-people', label: 'People', does: 'Who may sign in, with role, sessions and open tasks. Open a row to change it.' },
    {
      id: 'admin-jobs',
      label: 'Jobs',
      does: 'All background work: when it runs, how it went, and what is under way. Run one now, or pause its times.',
    },
    { id: 'admin-runs', label: 'Last runs', does: 'The last hundred runs, with result and error.' },
    { id: 'admin-keys', label: 'API keys', does: 'What machines load data with. A key is shown once, when it is made.' },
    { id: 'admin-audit', label: 'Audit log', does: 'Who did what, when and from where. It is only added to, and can be checked.' },
  ],
  keys: [...everywhere, ...listKeys],
  howItWorks: () => [
    {
      title: 'Roles',
      blocks: [
        'Members see every page. Administrators also change settings, people, imports and jobs.',
        'Whoever the settings name is an administrator. One administrator always stays.',
      ],
    },
    {
      title: 'Audit log',
      blocks: ['Each entry holds a checksum of itself and the entry before it, so an entry that was changed or taken out is found.'],
    },
  ],
});
