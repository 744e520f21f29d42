import type { CampaignState, CustomerExclusionReason, RecipientStatus } from './campaigns.ts';

export const campaignStateLabels: Record<CampaignState, string> = {
  sending: 'Opening tickets',
  paused: 'Paused',
  cancelled: 'Canceled',
  sent: 'Sent',
  undoing: 'Undoing',
  undone: 'Undone',
  ended: 'Ended',
};

export const recipientStatusLabels: Record<RecipientStatus, string> = {
  waiting: 'To open',
  not_started: 'Not started',
  in_progress: 'In progress',
  with_customer: 'Waiting for customer',
  done: 'Done',
  refused: 'Refused',
  cancelled: 'Not opened',
  withdrawn: 'Withdrawn',
  deleted: 'Deleted in CRM',
  left_out: 'Left out',
};

export const customerExclusionReasonLabels: Record<CustomerExclusionReason, string> = {
  open_ticket: 'Has an open ticket of this kind',
  recent_campaign: 'Recently in another campaign',
  too_long: 'Text too long',
  gone: 'No longer a customer',
};
