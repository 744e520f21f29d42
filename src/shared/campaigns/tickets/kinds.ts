export const campaignKinds = ['incident', 'reauthorization', 'migration', 'other'] as const;
export type CampaignKind = (typeof campaignKinds)[number];

interface Kind {
  name: string;
  /** What the text begins with. */
  subject: string;
  body: string;
}

export const campaignKindWords: Record<CampaignKind, Kind> = {
  incident: {
    name: 'Incident notice',
    subject: 'Service disruption at {customer}',
    body: 'Hello {customer},\n\nsome of our services may not have worked at {locations} in the last few days. We are on it, and {assignee} will tell you as soon as all is well again.\n\nPlease check your schedule with {records} until {due}.',
  },
  reauthorization: {
    name: 'Re-authorization',
    subject: 'Please renew our access to {records}',
    body: 'Hello {customer},\n\nour access to {records} runs out on {due}. To keep reminders and online booking going, please renew it before then. {assignee} will help you with each step.',
  },
  migration: {
    name: 'Migration',
    subject: 'Moving {customer} to the new version',
    body: 'Hello {customer},\n\nwe will move {locations} to the new version by {due}. {assignee} will arrange a day with you. Nothing changes for your patients.',
  },
  other: { name: 'Other outreach', subject: '', body: 'Hello {customer},\n\n' },
};
