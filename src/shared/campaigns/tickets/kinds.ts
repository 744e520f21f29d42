export const campaignKinds = ['incident', 'reauthorization', 'migration', 'other'] as const;
export type CampaignKind = (typeof campaignKinds)[number];

interface Kind {
  name: string;
  /** Default subject. */
  subject: string;
  body: string;
}

export const campaignKindTemplates: Record<CampaignKind, Kind> = {
  incident: {
    name: 'Incident notice',
    subject: 'Service disruption at {customer}',
    body: 'Hello {customer},\n\nsome of our services may not have worked at {locations} in the last few days. We are working on it, and {assignee} will let you know once it’s resolved.\n\nPlease check your schedule with {ehr} by {due}.',
  },
  reauthorization: {
    name: 'Re-authorization',
    subject: 'Please renew our access to {ehr}',
    body: 'Hello {customer},\n\nour access to {ehr} expires on {due}. To keep reminders and online booking going, please renew it before then. {assignee} will guide you through the steps.',
  },
  migration: {
    name: 'Migration',
    subject: 'Moving {customer} to the new version',
    body: 'Hello {customer},\n\nwe will move {locations} to the new version by {due}. {assignee} will schedule a day with you. Nothing changes for your patients.',
  },
  other: { name: 'Other outreach', subject: '', body: 'Hello {customer},\n\n' },
};
