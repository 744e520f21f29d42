import type { CampaignState, LeftOutReason, RecipientStatus } from './campaigns.ts';

export const stateWords: Record<CampaignState, string> = {
  sending: 'Opening tickets',
  paused: 'Paused',
  cancelled: 'Rest cancelled',
  sent: 'All opened',
  undoing: 'Being undone',
  undone: 'Undone',
  ended: 'Ended',
};

export const statusWords: Record<RecipientStatus, string> = {
  waiting: 'To be opened',
  not_started: 'Not started',
  in_progress: 'In progress',
  with_customer: 'With the customer',
  done: 'Done',
  refused: 'Refused',
  cancelled: 'Not opened',
  withdrawn: 'Withdrawn',
  deleted: 'Deleted in the CRM',
  left_out: 'Left out',
};

export const leftOutWords: Record<LeftOutReason, string> = {
  open_ticket: 'Has an open ticket of this kind',
  recent_campaign: 'Was in another campaign',
  too_long: 'The text would be too long',
  gone: 'No longer a customer',
};
