export const slaKinds = ['first_touch', 'ticket_reply', 'onboarding_check_in', 'playbook_step'] as const;
export type SlaKind = (typeof slaKinds)[number];

export const slaKindWords: Record<SlaKind, { name: string; begins: string; ends: string }> = {
  first_touch: {
    name: 'First touch',
    begins: 'when the official week is closed in which a customer became at risk',
    ends: 'with the first note or outcome that a person writes',
  },
  ticket_reply: {
    name: 'Ticket reply',
    begins: 'when the customer opens or reopens a ticket, or writes after our last reply',
    ends: 'with our next reply',
  },
  onboarding_check_in: {
    name: 'Onboarding check-in',
    begins: 'on the day of a checkpoint of onboarding',
    ends: 'with the first note, outcome or onboarding step from three days before it on',
  },
  playbook_step: {
    name: 'Playbook step',
    begins: 'on the day on which a step of a playbook is due',
    ends: 'when the step is done; one that is done earlier is met on that day',
  },
};
/** Days before a checkpoint from which on a touch is its check-in. */
export const checkInDaysBefore = 3;

export const slaStatuses = ['Overdue', 'Running', 'Paused', 'Met', 'Breached', 'Not counted'] as const;
export type SlaStatus = (typeof slaStatuses)[number];

export const pauseReasons = ['customer', 'records_system', 'supplier', 'engineering', 'other'] as const;
export type PauseReason = (typeof pauseReasons)[number];
export const pauseReasonWords: Record<PauseReason, string> = {
  customer: 'Waiting for the customer',
  records_system: 'Waiting for the records system',
  supplier: 'Waiting for a supplier',
  engineering: 'Waiting for our engineers',
  other: 'Another reason',
};

/** Days for which what is over can be looked at. */
export const slaPeriods = [7, 28, 91] as const;
export type SlaPeriod = (typeof slaPeriods)[number];
