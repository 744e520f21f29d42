export const slaKinds = [
  'first_touch',
  'ticket_reply',
  'onboarding_check_in',
  'playbook_step',
] as const;
export type SlaKind = (typeof slaKinds)[number];

export const slaKindTexts: Record<SlaKind, { name: string; begins: string; ends: string }> = {
  first_touch: {
    name: 'First touch',
    begins: 'at the end of the official week in which a customer became at risk',
    ends: 'with the first note or outcome that a person records',
  },
  ticket_reply: {
    name: 'Ticket reply',
    begins: 'when the customer opens or reopens a ticket, or writes after our last reply',
    ends: 'with our next reply',
  },
  onboarding_check_in: {
    name: 'Onboarding check-in',
    begins: 'on the day of an onboarding checkpoint',
    ends: 'with the first note, outcome or onboarding step. A note, outcome or step in the three days before that day also counts',
  },
  playbook_step: {
    name: 'Playbook step',
    begins: 'on the due date of a playbook step',
    ends: 'when the step is done. A step that is done early counts as met on its due date',
  },
};
/**
 * Number of days before an onboarding checkpoint. A note or outcome within these days already
 * counts as the checkpoint's check-in.
 */
export const earlyCheckInDays = 3;

export const slaStatuses = [
  'Overdue',
  'Running',
  'Paused',
  'Met',
  'Breached',
  'Not counted',
] as const;
export type SlaStatus = (typeof slaStatuses)[number];

export const pauseReasons = [
  'customer',
  'records_system',
  'supplier',
  'engineering',
  'other',
] as const;
export type PauseReason = (typeof pauseReasons)[number];
export const pauseReasonLabels: Record<PauseReason, string> = {
  customer: 'Waiting for the customer',
  records_system: 'Waiting for the EHR',
  supplier: 'Waiting for a supplier',
  engineering: 'Waiting for engineering',
  other: 'Other reason',
};

/** Periods in days that a user can choose for ended clocks. */
export const endedClockPeriodChoices = [7, 28, 91] as const;
export type EndedClockPeriodDays = (typeof endedClockPeriodChoices)[number];
