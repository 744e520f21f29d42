import { productKeys, products } from '#shared/core/products.ts';
import { usStateNames } from '#shared/core/state-names.ts';
import type { ColumnVocabulary } from '#shared/list/vocabulary.ts';
import {
  customerOwnerVocabulary,
  customerOwnerWords,
  customerSizeVocabulary,
} from './customer-words.ts';

/** Further names of the products. */
export const productWords: Partial<Record<string, readonly string[]>> = {
  onlineBooking: ['booking', 'online scheduling', 'web booking'],
  messaging: ['texting', 'messages', 'two-way texting'],
  reminders: ['appointment reminders', 'confirmations'],
  insurance: ['insurance verification', 'eligibility'],
  forms: ['digital forms', 'intake forms'],
  payments: ['online payments', 'card payments'],
  reviews: ['online reviews', 'reputation'],
  recalls: ['recall'],
  waitlist: ['waiting list', 'wait list'],
};

const practiceTypeWords: Readonly<Record<string, readonly string[]>> = {
  'General Dentistry': ['general dentists', 'general dental', 'general dentist'],
  Orthodontics: ['ortho', 'orthodontic', 'orthodontists', 'braces'],
  'Pediatric Dentistry': [
    'peds',
    'pedo',
    'pediatric dentists',
    'pediatric dental',
    'kids dentists',
  ],
  Periodontics: ['perio', 'periodontists', 'periodontal'],
  Endodontics: ['endo', 'endodontists', 'endodontic'],
  'Oral Surgery': ['oral surgeons'],
  Dermatology: ['derm', 'dermatologists'],
  Optometry: ['optometrists', 'eye care', 'eye doctors', 'optometric'],
  'Family Medicine': ['family doctors', 'family practice', 'primary care'],
  'Physical Therapy': ['physical therapists', 'physio'],
};

/** Returns verbs of a change of the score: 'fell', 'fell by', 'score fell', 'score fell by'. */
const scoreVerbs = (...verbs: string[]): string[] =>
  verbs
    .flatMap((verb) => [verb, `${verb} by`])
    .flatMap((verb) => [verb, `score ${verb}`, `score has ${verb}`]);

/** Returns nouns of a change of the score: 'drop of', 'score drop of'. */
const scoreNouns = (...nouns: string[]): string[] =>
  nouns.flatMap((noun) => [`${noun} of`, `a ${noun} of`, `score ${noun} of`]);

/** Words for the columns of the customer list. */
export const customerColumnWords: Readonly<Record<string, ColumnVocabulary>> = {
  // The label also means the rows, so it is no word for the column.
  institutionName: {
    isStable: true,
    ignoresLabel: true,
    words: ['name', 'customer name', 'named', 'called'],
  },
  healthTier: {
    isScale: true,
    weekBefore: 'previousHealthTier',
    reading: '{} …',
    words: ['tier', 'health', 'health status', 'health level'],
    values: {
      Healthy: ['in good health', 'doing well', 'green', 'healthy score'],
      Critical: [
        'critical score',
        'in bad health',
        'unhealthy',
        'red',
        'in poor health',
        'with poor health',
        'poor health',
      ],
      Medium: ['yellow'],
      Unknown: ['unknown tier', 'not scored', 'unscored'],
    },
  },
  adoptionScore: {
    weekBefore: 'previousScore',
    words: ['adoption score', 'adoption', 'health score', 'adoption scores', 'scoring'],
    higher: ['healthier', 'in better shape', 'doing better', 'in better health'],
    lower: ['unhealthier', 'in worse shape', 'doing worse', 'in worse health'],
    highest: ['best', 'healthiest', 'highest scoring', 'strongest'],
    lowest: ['worst', 'unhealthiest', 'lowest scoring', 'weakest', 'sickest'],
  },
  scoreChange: {
    isWeekly: true,
    words: ['score change', 'change in score', 'weekly change', 'change in points'],
    highest: [
      'biggest gains',
      'most improved',
      'biggest gainers',
      'biggest gain',
      'biggest improvement',
      'biggest improvements',
      'improved the most',
      'improved most',
      'rose the most',
    ],
    rises: [
      ...scoreNouns('gain', 'rise', 'increase', 'improvement'),
      ...scoreVerbs('rose', 'went up', 'gained', 'improved', 'increased', 'grew', 'jumped'),
    ],
    falls: [
      ...scoreNouns('drop', 'fall', 'decrease', 'decline'),
      ...scoreVerbs('dropped', 'fell', 'lost', 'went down', 'declined', 'decreased', 'slipped'),
    ],
    lowest: [
      'biggest drops',
      'biggest score drops',
      'largest drops',
      'biggest losers',
      'biggest declines',
      'fell the most',
      'dropped the most',
      'dropped most',
      'biggest score drop',
      'biggest drop',
      'biggest drop in score',
      'biggest drops in score',
      'biggest decline',
    ],
  },
  sizeTier: customerSizeVocabulary,
  practiceType: {
    isStable: true,
    reading: '{} …',
    words: ['type', 'specialty', 'kind of practice'],
    hasValueParts: true,
    values: practiceTypeWords,
  },
  ownerName: {
    ...customerOwnerVocabulary,
    words: [
      ...customerOwnerWords,
      'belong to',
      'belonging to',
      'owns',
      'manages',
      'looks after',
      'is responsible for',
      'owner name',
      'assigned to',
      'handled by',
      'looked after by',
      'rep',
      'account rep',
    ],
  },
  locationCount: {
    words: ['location', 'sites', 'size'],
    isAdditive: true,
    highest: ['biggest', 'largest'],
    lowest: ['smallest'],
  },
  state: { isStable: true, reading: 'in {}', values: usStateNames, words: ['us state'] },
  consecutiveWeeksAtRisk: {
    words: ['weeks at risk'],
    comparedWords: ['at risk'],
    highest: ['longest at risk', 'at risk the longest', 'at risk longest'],
  },
  consecutiveWeeksDeclining: {
    words: ['weeks declining', 'weeks of decline', 'weeks in decline'],
    comparedWords: ['declining', 'in decline', 'declined', 'falling'],
  },
  openTicketCount: {
    words: ['open tickets', 'tickets open', 'open support tickets'],
    isAdditive: true,
  },
  inGrace: {
    words: ['grace', 'grace period', 'in the grace period', 'in grace', 'in their first 90 days'],
  },
  consecutiveWeeksImproving: {
    words: ['weeks improving'],
    comparedWords: ['improving', 'improved', 'rising'],
  },
  previousScore: { words: ['score last week', 'score before'] },
  previousHealthTier: {
    words: ['tier before', 'tier last week', 'previous health tier'],
    valuesNeedName: true,
  },
  percentChange: {
    isWeekly: true,
    words: ['percent change', 'percentage change', 'change in percent'],
  },
  tierChange: { isWeekly: true, valuesNeedName: true, noneValue: 'flat' },
  atRisk: { words: ['slipping', 'in danger', 'at-risk'] },
  hasZeroUsage: {
    words: ['inactive', 'not using anything', 'no usage', 'zero usage', 'without usage', 'silent'],
  },
  readyToExpand: {
    words: ['ready for an upsell', 'ready for upsell', 'expansion candidates', 'upsell candidates'],
  },
  onboardingState: {
    words: ['onboarding state', 'onboarding status'],
    ignoresLabel: true,
    // 'Left' alone means a loss.
    valuesNeedName: true,
  },
  leavesOn: {
    words: ['date of leaving', 'leaving date', 'departure date', 'last day as a customer'],
    verbs: ['leaves on', 'departs on'],
  },
  graceEndsOn: {
    verbs: [
      'leave grace',
      'leaving grace',
      'grace ends',
      'grace ending',
      'grace period ends',
      'grace period ending',
      'grace is ending',
      'come out of grace',
      'out of grace',
      'leave the grace period',
    ],
  },
  goLiveDate: {
    words: ['go-live date', 'golive', 'live date'],
    verbs: ['went live', 'go live', 'going live', 'launched', 'gone live', 'that went live'],
    datedVerbs: ['live', 'new', 'joined', 'onboarded'],
    highest: ['newest', 'most recent'],
    lowest: ['oldest', 'longest standing'],
  },
  monthsSinceGoLive: {
    unit: 'months',
    countsSince: 'goLiveDate',
    above: [
      'live more than',
      'live over',
      'live for over',
      'older than',
      'live longer than',
      'live for longer than',
      'live for more than',
      'with us longer than',
      'with us for more than',
    ],
    below: [
      'newer than',
      'younger than',
      'live less than',
      'live under',
      'live for under',
      'live for less than',
      'with us for less than',
      'with us less than',
    ],
    words: ['tenure', 'months live', 'age', 'live for', 'been live', 'been live for'],
  },
  entitledFeatures: {
    words: ['products bought', 'number of products', 'entitlements'],
    isAdditive: true,
  },
  activeFeatures: { words: ['products used', 'products in use', 'product'], isAdditive: true },
  coverage: { words: ['measurable share', 'coverage'] },
  totalTicketCount: { words: ['tickets', 'support tickets'], isAdditive: true },
  churnTier: {
    isScale: true,
    words: ['churn risk', 'churn tier', 'churn prediction', 'predicted churn'],
    valuesNeedName: true,
  },
  ehr: {
    isStable: true,
    reading: 'with {}',
    hasValueParts: true,
    values: { athenahealth: ['athena'] },
    words: [
      'records system',
      'practice management system',
      'pms',
      'software',
      'emr',
      'practice software',
    ],
  },
  city: { isStable: true, reading: 'in {}', words: ['town'], hasValues: true },
  pipeline: { valuesNeedName: true },
  institutionId: { words: ['id'] },
  externalId: {},
  externalSource: { valuesNeedName: true },
  ...Object.fromEntries(
    productKeys.map((key) => [
      `${key}Score`,
      {
        ignoresLabel: true as const,
        isUsage: true as const,
        comparedWords: [products[key].name, ...(productWords[key] ?? [])],
        words: [products[key].name, ...(productWords[key] ?? [])].flatMap((name) => [
          `${name} score`,
          `${name} adoption`,
          `score for ${name}`,
        ]),
      },
    ]),
  ),
};
