const names: Record<string, string> = {
  alabama: 'AL',
  alaska: 'AK',
  arizona: 'AZ',
  arkansas: 'AR',
  california: 'CA',
  colorado: 'CO',
  connecticut: 'CT',
  delaware: 'DE',
  florida: 'FL',
  georgia: 'GA',
  hawaii: 'HI',
  idaho: 'ID',
  illinois: 'IL',
  indiana: 'IN',
  iowa: 'IA',
  kansas: 'KS',
  kentucky: 'KY',
  louisiana: 'LA',
  maine: 'ME',
  maryland: 'MD',
  massachusetts: 'MA',
  michigan: 'MI',
  minnesota: 'MN',
  mississippi: 'MS',
  missouri: 'MO',
  montana: 'MT',
  nebraska: 'NE',
  nevada: 'NV',
  'new hampshire': 'NH',
  'new jersey': 'NJ',
  'new mexico': 'NM',
  'new york': 'NY',
  'north carolina': 'NC',
  'north dakota': 'ND',
  ohio: 'OH',
  oklahoma: 'OK',
  oregon: 'OR',
  pennsylvania: 'PA',
  'rhode island': 'RI',
  'south carolina': 'SC',
  'south dakota': 'SD',
  tennessee: 'TN',
  texas: 'TX',
  utah: 'UT',
  vermont: 'VT',
  virginia: 'VA',
  washington: 'WA',
  'west virginia': 'WV',
  wisconsin: 'WI',
  wyoming: 'WY',
  'district of columbia': 'DC',
  'washington dc': 'DC',
  'puerto rico': 'PR',
  'virgin islands': 'VI',
  'us virgin islands': 'VI',
  guam: 'GU',
  'american samoa': 'AS',
  'northern mariana islands': 'MP',
};

/** Names of states and territories with their abbreviations; the first name of each. */
export const stateNames: readonly (readonly [name: string, abbreviation: string])[] = [
  ...new Map(
    Object.entries(names)
      .toReversed()
      .map(([name, abbreviation]) => [
        abbreviation,
        [name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()), abbreviation] as const,
      ]),
  ).values(),
].toReversed();

const abbreviations = new Set(Object.values(names));

/** Returns `true` for the name or abbreviation of a US state or territory. */
export const isState = (text: string): boolean => abbreviations.has(parseState(text) ?? '');

/**
 * Returns the abbreviation of a US state: CT for Connecticut, ct, Ct. and US-CT. Returns any other
 * text unchanged, or in capitals when it is short.
 */
export function parseState(text: string | null): string | null {
  if (text === null) return null;
  const folded = text.toLowerCase().replace(/[.,]/g, '').replace(/\s+/g, ' ').trim();
  const abbreviation = names[folded.replace(/^(the )?(state|commonwealth) of /, '')];
  if (abbreviation !== undefined) return abbreviation;
  const letters = folded.replace(/^us-/, '');
  return /^[a-z]{2,3}$/.test(letters) ? letters.toUpperCase() : text;
}
