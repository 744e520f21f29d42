import { guideFromRegistry } from '#web/ui/guide/from-registry.ts';
import { everywhere, listKeys } from '#web/ui/guide/keys.ts';

export const successOpsGuide = guideFromRegistry({
  metrics: [
    // calls
    // day
    // renewals
  ],
  controls: [
    { id: 'ops-parts', label: 'My day, queue, team and more', does: 'The parts of the team’s work.' },
    // calls
    // day
    // renewals
  ],
  keys: [...everywhere, ...listKeys],
  howItWorks: () => [
    // calls
    // day
    // renewals
  ],
});
