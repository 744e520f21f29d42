import { guideFromRegistry } from '#web/ui/guide/from-registry.ts';
import { everywhere, listKeys } from '#web/ui/guide/keys.ts';

export const successOpsGuide = guideFromRegistry({
  metrics: [
    // calls
    // day
    'renewalStage',
    'renewalAmount',
    'renewalRisk',
    'renewalForecast',
    'renewalScenario',
  ],
  controls: [
    { id: 'ops-parts', label: 'My day, queue, team and more', does: 'The parts of the team’s work.' },
    // calls
    // day
    {
      id: 'renewal-scenarios',
      label: 'Scenarios',
      does: 'What the renewals are worth by forecast; a number opens its rows.',
    },
    { id: 'renewal-board', label: 'Board', does: 'Drag a card to another stage, or choose its stage on the card.' },
    { id: 'renewal-list', label: 'Renewals', does: 'Every renewal of the next 180 days, with call, risk and next step.' },
  ],
  keys: [...everywhere, ...listKeys],
  howItWorks: () => [
    // calls
    // day
    {
      title: 'Renewals',
      blocks: [
        'The team’s stage and call stand beside the CRM’s deal. Signed and lost follow the CRM.',
        'Where the call and the system’s risk disagree, an admin decides, and both stay visible.',
      ],
    },
  ],
});
