/**
 * Fields of a campaign's text that are filled in for each customer, with the fallback for an
 * unknown value.
 */
export const campaignFields = {
  customer: { label: 'Customer', fallback: 'your practice' },
  owner: { label: 'Customer’s owner', fallback: 'your account team' },
  assignee: { label: 'Ticket owner', fallback: 'our support team' },
  locations: { label: 'Number of locations', fallback: 'your locations' },
  city: { label: 'City of the first location', fallback: 'your city' },
  state: { label: 'State of the first location', fallback: 'your state' },
  ehr: { label: 'EHR', fallback: 'your EHR' },
  due: { label: 'Due date', fallback: 'soon' },
} as const;

export type CampaignFieldKey = keyof typeof campaignFields;
export const campaignFieldKeys = Object.keys(campaignFields) as CampaignFieldKey[];

/** Field values of one customer; `null` when unknown. */
export type CampaignFieldValues = Record<CampaignFieldKey, string | null>;

/** Matches text in braces. */
const inBraces = /\{([^{}]*)\}/g;

/** Former field names, which texts of existing campaigns may contain. */
const renamedFields: ReadonlyMap<string, CampaignFieldKey> = new Map([['records', 'ehr']]);

const isField = (name: string): name is CampaignFieldKey => Object.hasOwn(campaignFields, name);

/** Returns the field with the name or former name; `undefined` for an unknown name. */
const findField = (name: string): CampaignFieldKey | undefined =>
  isField(name) ? name : renamedFields.get(name);

const namesIn = (text: string): string[] =>
  [...text.matchAll(inBraces)].map(([, name = '']) => name);

export const fieldsInText = (text: string): CampaignFieldKey[] => [
  ...new Set(namesIn(text).flatMap((name) => findField(name) ?? [])),
];

/** Returns a message about an unknown field in a text; `undefined` when all fields are known. */
export function unknownFieldProblem(text: string): string | undefined {
  const unknown = namesIn(text).find((name) => findField(name) === undefined);
  if (unknown === undefined) return undefined;
  const choices = campaignFieldKeys.map((key) => `{${key}}`).join(', ');
  return `has the unknown field {${unknown.slice(0, 40)}}. Available fields: ${choices}.`;
}

/** Fills in a text's fields for one customer. Braces inside a value are not treated as fields. */
export const fillFields = (text: string, values: CampaignFieldValues): string =>
  text.replace(inBraces, (whole, name: string) => {
    const field = findField(name);
    return field === undefined ? whole : (values[field] ?? campaignFields[field].fallback);
  });

/** Fills in the fields of a subject and replaces line breaks with spaces. */
export const fillSubject = (subject: string, values: CampaignFieldValues): string =>
  fillFields(subject, values).replace(/\s+/g, ' ').trim();
