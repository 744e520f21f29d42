/** What stands in a campaign's text for something of each customer, with what stands there where it is not known. */
export const campaignFields = {
  customer: { label: 'Customer', fallback: 'your practice' },
  owner: { label: 'Owner of the customer', fallback: 'your account team' },
  assignee: { label: 'Who handles the ticket', fallback: 'our support team' },
  locations: { label: 'Number of locations', fallback: 'your locations' },
  city: { label: 'City of the first location', fallback: 'your city' },
  state: { label: 'State of the first location', fallback: 'your state' },
  records: { label: 'Records system', fallback: 'your records system' },
  due: { label: 'Due day', fallback: 'soon' },
} as const;

export type CampaignField = keyof typeof campaignFields;
export const campaignFieldKeys = Object.keys(campaignFields) as CampaignField[];

/** What each field is for one customer; null where it is not known. */
export type CampaignValues = Record<CampaignField, string | null>;

/** Whatever stands in braces. */
const inBraces = /\{([^{}]*)\}/g;

const isField = (name: string): name is CampaignField => Object.hasOwn(campaignFields, name);

const namesIn = (text: string): string[] => [...text.matchAll(inBraces)].map(([, name = '']) => name);

export const fieldsIn = (text: string): CampaignField[] => [...new Set(namesIn(text))].filter(isField);

/** What is wrong with the fields of a text; undefined when nothing is. */
export function fieldProblem(text: string): string | undefined {
  const unknown = namesIn(text).find((name) => !isField(name));
  if (unknown === undefined) return undefined;
  const choices = campaignFieldKeys.map((key) => `{${key}}`).join(', ');
  return `has the field {${unknown.slice(0, 40)}}, which does not exist. The fields are ${choices}.`;
}

/** The text for one customer. What a customer's name holds stays text, also braces. */
export const filledIn = (text: string, values: CampaignValues): string =>
  text.replace(inBraces, (whole, name: string) => (isField(name) ? (values[name] ?? campaignFields[name].fallback) : whole));

/** On one line, as a subject is. */
export const filledSubject = (subject: string, values: CampaignValues): string => filledIn(subject, values).replace(/\s+/g, ' ').trim();
