import type { RiskOutcomeKind } from '#shared/work/cases.ts';

/**
 * Texts of notes by the demo's users. The placeholders are the name of a contact and the name of
 * the customer.
 */
export const demoNoteTexts = [
  'Call with {contact}, office manager. They like the reminders and want to try two-way messaging next month.',
  '{contact} asked how other practices get patients to fill in forms before the visit. Sent the guide.\nNext: look at their completion rate in three weeks.',
  'The front desk is two people short until the end of the month; online booking helps, they say. No new projects now.',
  'Quarterly review with {contact}. Happy overall. One provider still prefers the telephone for recalls.',
  'Visited {name}. The tablets in the waiting room are switched off because the wireless network is slow. IT comes next week.',
  '{contact} is leaving; the new office manager starts on the first. Asked for an introduction.',
  'They compare us with another vendor on price. Showed what online booking brought in over the last year.',
  'Training for three new team members: waitlist, recalls, payments at checkout.',
  'Left a message for {contact}, no answer yet.',
  'The owner wants a monthly figure for no-shows. Sent the last two months.',
];
export const demoTaskTitles = [
  'Call about falling online bookings',
  'Send the guide to digital forms',
  'Prepare the quarterly review',
  'Introduce ourselves to the new office manager',
  'Check whether reminders go out again',
  'Show payments by text message',
  'Follow up on the open ticket',
  'Train the front desk on the waitlist',
];
export const demoSnoozeReasons = [
  'Seasonal dip expected',
  'Owner is away',
  'Plan agreed',
  'Waiting for the customer',
];
export const weightedRiskOutcomes: { outcome: RiskOutcomeKind; weight: number; notes: string[] }[] =
  [
    {
      outcome: 'contacted',
      weight: 9,
      notes: [
        'Spoke with the office manager; a plan is agreed.',
        'Left a message; they called back the same day.',
        '',
      ],
    },
    {
      outcome: 'escalated',
      weight: 3,
      notes: ['The owner asks for a meeting about the contract.', ''],
    },
    {
      outcome: 'recovering',
      weight: 4,
      notes: ['Back from renovation; bookings come in again.', ''],
    },
    {
      outcome: 'no_action',
      weight: 3,
      notes: ['They close for two weeks every year at this time.', 'The owner is away.'],
    },
    {
      outcome: 'wrong_alarm',
      weight: 2,
      notes: ['One location moved to another system; the rest is steady.', ''],
    },
    {
      outcome: 'data_problem',
      weight: 2,
      notes: ['Their scheduling system sent nothing for some days.', ''],
    },
  ];
