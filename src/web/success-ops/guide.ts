import { guideFromRegistry } from '#web/ui/guide/from-registry.ts';
import { everywhere, listKeys } from '#web/ui/guide/keys.ts';
import { dayKeys } from './day/keys.ts';

export const successOpsGuide = guideFromRegistry({
  metrics: [
    'freeMinutes',
    'dayOrder',
    'load',
    'coverageGap',
    'untouched',
    'renewalStage',
    'renewalAmount',
    'renewalRisk',
    'renewalForecast',
    'renewalScenario',
  ],
  controls: [
    { id: 'ops-parts', label: 'My day, queue, team and more', does: 'The parts of the team’s work.' },
    {
      id: 'day-person',
      label: 'Whose day',
      does: 'Another person’s day; the work of somebody who is away stands in the day of the cover.',
    },
    { id: 'day-list', label: 'Today', does: 'What fits into today’s free hours, in order, with why each row stands there.' },
    { id: 'day-rest', label: 'Not today', does: 'What did not fit, and how long it would take.' },
    { id: 'team-load', label: 'Load', does: 'Hours needed against hours available, for each person.' },
    { id: 'team-gaps', label: 'Coverage gaps', does: 'Customers that nobody looks after.' },
    { id: 'team-absences', label: 'Absences', does: 'Who is away, and who covers.' },
    {
      id: 'renewal-scenarios',
      label: 'Scenarios',
      does: 'What the renewals are worth by forecast; a number opens its rows.',
    },
    { id: 'renewal-board', label: 'Board', does: 'Drag a card to another stage, or choose its stage on the card.' },
    { id: 'renewal-list', label: 'Renewals', does: 'Every renewal of the next 180 days, with call, risk and next step.' },
  ],
  keys: [...everywhere, ...listKeys, ...dayKeys],
  howItWorks: () => [
    {
      title: 'My day',
      blocks: [
        'A renewal stands in the day for 14 days from six and from three months before it. A risk case leaves it when somebody records an outcome or snoozes it.',
      ],
    },
    {
      title: 'Renewals',
      blocks: [
        'The team’s stage and call stand beside the CRM’s deal. Signed and lost follow the CRM.',
        'Where the call and the system’s risk disagree, an admin decides, and both stay visible.',
      ],
    },
  ],
});
