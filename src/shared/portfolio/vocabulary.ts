import { type ProductKey, productKeys, products } from '#shared/core/products.ts';
import {
  isEndedState,
  isRunningState,
  onboardingStateLabels,
  onboardingStates,
} from '#shared/institutions/onboarding-states.ts';
import type { ListPhrase, ListVocabulary } from '#shared/list/vocabulary.ts';
import { customerColumnWords, productWords } from './column-words.ts';
import { exportInstitutions } from './list.ts';

const scoreMoves = (...verbs: string[]): string[] =>
  verbs.flatMap((verb) => [
    `score ${verb}`,
    `score is ${verb}`,
    `scores are ${verb}`,
    `${verb} score`,
  ]);

/** Returns phrases for a trend in a direction: 'trending down', 'on a downward trend'. */
const trend = (direction: string, adjective: string, adverb: string): string[] => [
  ...[direction, adjective, adverb].flatMap((word) => [`trending ${word}`, `heading ${word}`]),
  ...[`${adjective} trend`, `${direction}trend`].flatMap((noun) => [
    noun,
    `on a ${noun}`,
    `on an ${noun}`,
    `in a ${noun}`,
    `in an ${noun}`,
  ]),
];

const dentalTypes = [
  'General Dentistry',
  'Pediatric Dentistry',
  'Orthodontics',
  'Periodontics',
  'Endodontics',
  'Oral Surgery',
  'Prosthodontics',
];

/**
 * Returns the phrases for the use of a product. 'Not using' has two meanings: the product's score
 * is 0, or it has no score because it is not bought or not measured.
 */
function productPhrases(key: ProductKey): ListPhrase[] {
  const column = `${key}Score`;
  const names = [products[key].name, ...(productWords[key] ?? [])];
  const unused = names.flatMap((name) =>
    [
      ...['not using', 'do not use', 'does not use', 'not use', 'never use', 'without'],
      ...['no usage of', 'no use of', 'zero usage of', 'without usage of', 'with no usage of'],
    ].map((verb) => `${verb} ${name}`),
  );
  return [
    {
      words: names.flatMap((name) =>
        ['using', 'use', 'uses', 'that use', 'who use', 'who are using', 'that are using'].map(
          (verb) => `${verb} ${name}`,
        ),
      ),
      filters: [{ column, kind: 'range', from: 0, to: null, isFromExclusive: true }],
    },
    { words: unused, filters: [{ column, kind: 'range', from: null, to: 0 }] },
    { words: unused, filters: [{ column, kind: 'empty' }] },
  ];
}

const atLeastOne = (column: string) => [{ column, kind: 'range', from: 1, to: null }] as const;

const inOnboarding = {
  column: 'onboardingState',
  kind: 'one-of',
  values: onboardingStates.filter(isRunningState).map((state) => onboardingStateLabels[state]),
} as const;

/** Words for the customer list. */
export const customersVocabulary: ListVocabulary = {
  key: 'customers',
  noun: {
    one: 'customer',
    many: 'customers',
    synonyms: [
      'accounts',
      'accts',
      'custs',
      'clients',
      'practices',
      'institutions',
      'offices',
      'companies',
      'organizations',
      'logos',
      'book of business',
      'book',
      'portfolio',
    ],
  },
  locationNouns: ['practices', 'offices'],
  grain: 'one row for each customer, not for each location',
  export: exportInstitutions,
  page: '/portfolio?scope=all',
  person: 'ownerName',
  date: null,
  measure: 'adoptionScore',
  customer: 'institutionName',
  hasCustomerRows: true,
  missing: [
    {
      // The words mean two conditions, and 'grace ending' alone would lose the first.
      words: ['in grace ending', 'in grace period ending', 'in the grace period ending'],
      reason: 'Ask for “customers in grace whose grace ends this month”.',
    },
  ],
  columns: customerColumnWords,
  status: 'healthTier',
  phrases: [
    // 'New' and 'high risk' have several meanings, so the user is asked which is meant.
    {
      words: ['new', 'newly live', 'recently onboarded'],
      filters: [{ column: 'inGrace', kind: 'is', value: true }],
    },
    {
      words: ['new', 'newly live'],
      filters: [inOnboarding],
    },
    {
      words: ['high risk', 'at high risk'],
      filters: [{ column: 'atRisk', kind: 'is', value: true }],
    },
    {
      words: ['high risk', 'at high risk'],
      filters: [{ column: 'churnTier', kind: 'one-of', values: ['IMMEDIATE', 'HIGH'] }],
    },
    { words: ['active'], filters: [] },
    {
      words: [
        'declining',
        'in decline',
        'going down',
        'getting worse',
        'falling',
        ...trend('down', 'downward', 'downwards'),
        ...scoreMoves('falling', 'going down', 'dropping', 'declining', 'getting worse'),
      ],
      filters: atLeastOne('consecutiveWeeksDeclining'),
    },
    {
      words: scoreMoves('falling', 'going down', 'dropping', 'declining', 'getting worse'),
      filters: [{ column: 'scoreChange', kind: 'range', from: null, to: 0, isToExclusive: true }],
    },
    {
      words: [
        'improving',
        'getting better',
        'on the way up',
        'rising',
        ...trend('up', 'upward', 'upwards'),
        ...scoreMoves('improving', 'going up', 'rising', 'getting better'),
      ],
      filters: atLeastOne('consecutiveWeeksImproving'),
    },
    {
      words: scoreMoves('improving', 'going up', 'rising', 'getting better'),
      filters: [{ column: 'scoreChange', kind: 'range', from: 0, to: null, isFromExclusive: true }],
    },
    // 'Trending' alone doesn't say in which direction.
    { words: ['trending'], filters: atLeastOne('consecutiveWeeksDeclining') },
    { words: ['trending'], filters: atLeastOne('consecutiveWeeksImproving') },
    // 'Dental' can mean all dental specialties or only general dentistry.
    {
      words: ['dental', 'dentists', 'dentist'],
      filters: [{ column: 'practiceType', kind: 'one-of', values: dentalTypes }],
    },
    {
      words: ['dental', 'dentists', 'dentist'],
      filters: [{ column: 'practiceType', kind: 'one-of', values: ['General Dentistry'] }],
    },
    {
      words: ['medical'],
      filters: [{ column: 'practiceType', kind: 'none-of', values: dentalTypes }],
    },
    {
      words: ['never went live', 'never gone live', 'without a go-live date'],
      filters: [{ column: 'goLiveDate', kind: 'empty' }],
    },
    ...productKeys.flatMap(productPhrases),
    {
      words: ['dropped a tier', 'fell a tier', 'fell by a tier', 'moved down a tier'],
      filters: [{ column: 'tierChange', kind: 'one-of', values: ['down'] }],
    },
    {
      words: ['tier changed', 'changed tier', 'changed tiers', 'switched tiers', 'moved tiers'],
      filters: [{ column: 'tierChange', kind: 'one-of', values: ['up', 'down'] }],
    },
    {
      words: ['moved up a tier', 'rose a tier', 'gained a tier'],
      filters: [{ column: 'tierChange', kind: 'one-of', values: ['up'] }],
    },
    {
      words: [
        'predicted to leave',
        'predicted to churn',
        'likely to leave',
        'likely to churn',
        'expected to leave',
        'will leave',
        'will churn',
        'about to leave',
      ],
      filters: [{ column: 'churnTier', kind: 'filled' }],
    },
    ...onboardingStates.map((state): ListPhrase => {
      const label = onboardingStateLabels[state];
      return {
        words: [`${label} in onboarding`, ...(isEndedState(state) ? [] : [label])],
        filters: [{ column: 'onboardingState', kind: 'one-of', values: [label] }],
      };
    }),
    {
      // 'customers in onboarding' is also the noun of the list of current onboardings.
      words: ['onboarding', 'in onboarding', 'being onboarded', 'customers in onboarding'],
      filters: [inOnboarding],
    },
    {
      // The phrase means rows that match either filter. Filters cannot be combined with 'or', so
      // the question is refused.
      words: ['not in onboarding', 'not onboarding', 'not being onboarded'],
      filters: [
        { column: 'onboardingState', kind: 'empty' },
        {
          column: 'onboardingState',
          kind: 'one-of',
          values: onboardingStates
            .filter(isEndedState)
            .map((state) => onboardingStateLabels[state]),
        },
      ],
    },
    { words: ['active'], filters: [{ column: 'hasZeroUsage', kind: 'is', value: false }] },
    {
      words: ['multi-location', 'with several locations', 'with multiple locations', 'groups'],
      filters: [{ column: 'locationCount', kind: 'range', from: 2, to: null }],
    },
    {
      words: ['single-location', 'with one location'],
      filters: [{ column: 'locationCount', kind: 'range', from: 1, to: 1 }],
    },
  ],
  views: [
    { words: ['where is'], columns: ['city', 'state'] },
    {
      words: ['why', 'why did', 'causes', 'reasons for the change', 'what changed'],
      columns: [
        'scoreChange',
        'changeByUsage',
        'changeByPeers',
        'changeByEntitlements',
        'changeByLocations',
      ],
    },
  ],
  examples: [
    'How many critical customers are in Texas?',
    'Average score by EHR',
    'Top 10 customers by open tickets',
    'What share of large customers are at risk?',
  ],
};
