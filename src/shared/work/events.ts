/** What people did and is written down when they do it. */
export const workEventKinds = [
  'created',
  'renamed',
  'due_moved',
  'assigned',
  'snoozed',
  'unsnoozed',
  'done',
  'dropped',
  'reopened',
  'deleted',
  'undone',
  'prediction_accepted',
  'prediction_rejected',
  'prediction_withdrawn',
  'milestone_done',
  'milestone_reopened',
  'blocked',
  'unblocked',
  'paused',
  'resumed',
  'extended',
  'graduated',
  'handed_over',
  'renewal_changed',
  'ticket_changed',
  'call_changed',
  'playbook_changed',
  'campaign_ticket_opened',
  'campaign_ticket_withdrawn',
  'sla_paused',
  'sla_resumed',
  'sla_undone',
] as const;

export type WorkEventKind = (typeof workEventKinds)[number];

/** Of the call that reads an institution's timeline, which changes with everything that people do. */
export const timelinePath = '/api/institution/:id/timeline';
