import type { ColumnVocabulary } from '#shared/list/vocabulary.ts';
import {
  customerNouns,
  customerOwnerVocabulary,
  customerSizeVocabulary,
} from '#shared/portfolio/customer-words.ts';
import { reportedDaysBeforeNotice } from '../constants.ts';

const customers = ['customers', 'accounts', 'clients', 'practices'];

/**
 * Verbs that can mean either date of a loss, so that the user is asked which date a period refers
 * to. Most include a noun such as 'customers', because 'lost' alone names the list.
 */
const departureVerbs = [
  'departed',
  ...customers.flatMap((noun) => [
    `lost ${noun}`,
    `churned ${noun}`,
    `${noun} lost`,
    `${noun} left`,
    `${noun} churned`,
    `${noun} did we lose`,
    `${noun} have we lost`,
    `${noun} we lost`,
    `${noun} we have lost`,
    `${noun} that we lost`,
    `${noun} have left`,
    `${noun} that left`,
    `${noun} who left`,
    `${noun} that have left`,
    `${noun} have churned`,
    `${noun} that churned`,
    `${noun} who churned`,
    `${noun} that have churned`,
    `${noun} were lost`,
  ]),
];

const reasonValues = {
  'Product gap': ['missing feature', 'missing features', 'product gaps', 'product'],
  'Support or implementation': ['support', 'implementation', 'bad support'],
  'Price or terms': ['price', 'pricing', 'cost', 'too expensive', 'terms'],
  'Low use': ['low usage', 'low adoption', 'lack of use'],
  'Champion or owner left': ['champion left', 'owner left', 'office manager left'],
  'Practice sold or closed': [
    'practice sold',
    'practice closed',
    'sold',
    'closed',
    'sale',
    'retirement',
  ],
  'EHR switch': ['switched ehr', 'ehr change', 'new ehr', 'switching ehr'],
  Competitor: ['competition', 'a competitor', 'competitors'],
  Billing: ['billing issues', 'invoices'],
  Compliance: ['security'],
  Unknown: ['unknown reason'],
};

/** Words for the columns of the list of losses. */
export const lossColumnWords: Readonly<Record<string, ColumnVocabulary>> = {
  institutionName: { words: ['customer name', 'account name', ...customerNouns] },
  noticedOn: {
    isPast: true,
    words: ['notice date', 'date of notice', 'notice given'],
    verbs: ['gave notice', 'given notice', 'noticed', 'with notice', ...departureVerbs],
    highest: ['newest', 'latest', 'last', 'most recent'],
    lowest: ['oldest', 'earliest'],
  },
  effectiveOn: {
    words: ['effective date', 'last day', 'end date', 'last day as a customer'],
    verbs: [
      'effective',
      'taking effect',
      'take effect',
      'took effect',
      'ending',
      ...departureVerbs,
    ],
    upcomingVerbs: [
      'leaving',
      'are leaving',
      'leave',
      'will leave',
      'going to leave',
      'told us they are leaving',
      'told us that they are leaving',
      'told us they will leave',
      'said they are leaving',
      'said they will leave',
      'on their way out',
    ],
  },
  reason: {
    reading: 'with the reason {}',
    words: [
      'stated reason',
      'given reason',
      'loss reason',
      'churn reason',
      'reason for leaving',
      'why',
      'because of',
      'due to',
    ],
    values: reasonValues,
    // A value counts only beside a word for its column. Otherwise, 'price' in 'actual reason price'
    // could also be the stated reason.
    valuesNeedName: true,
  },
  reasonDetail: { reading: 'with the detail {}', words: ['reason detail', 'detailed reason'] },
  mainReason: {
    words: ['primary reason', 'main cause', 'main churn reason'],
    values: reasonValues,
    valuesNeedName: true,
  },
  foundReason: {
    words: ['real reason', 'true reason', 'reviewed reason', 'root cause'],
    values: reasonValues,
    valuesNeedName: true,
  },
  avoidable: {
    words: ['avoidability', 'preventable', 'preventability'],
    values: { Partly: ['partially'] },
    valuesNeedName: true,
  },
  competitor: {
    reading: 'to the competitor {}',
    words: ['rival', 'lost to', 'competitor name'],
  },
  monthlyDollars: {
    words: [
      'revenue',
      'mrr',
      'revenue per month',
      'a month',
      'lost revenue per month',
      'monthly dollars',
      'monthly recurring revenue',
      'lost revenue',
      'monthly revenue lost',
      'monthly revenue did we lose',
      'revenue lost',
      'churned revenue',
      'mrr lost',
      'lost mrr',
      'churned mrr',
      'revenue did we lose',
      'revenue have we lost',
      'revenue we lost',
      'mrr did we lose',
      'money',
    ],
    isAdditive: true,
    highest: ['biggest', 'largest', 'most expensive', 'costliest'],
    lowest: ['smallest'],
  },
  locationsLost: {
    words: ['lost locations', 'locations lost', 'sites', 'locations did we lose', 'sites lost'],
    isAdditive: true,
    highest: ['biggest', 'largest'],
    lowest: ['smallest'],
  },
  tenureMonths: {
    words: ['months as a customer', 'months live', 'customer lifetime', 'lifetime', 'age'],
    highest: ['longest-standing', 'longest standing'],
    lowest: ['shortest-lived'],
  },
  sizeTier: customerSizeVocabulary,
  practiceType: { words: ['type', 'specialty', 'kind of practice'] },
  ehr: {
    reading: 'with {}',
    words: ['records system', 'practice management system', 'pms', 'software', 'emr'],
  },
  ...Object.fromEntries(
    reportedDaysBeforeNotice.flatMap((days): [string, ColumnVocabulary][] => [
      [
        `tier${days}`,
        {
          words: [`health ${days} days before notice`, `health tier ${days} days before notice`],
          valuesNeedName: true,
          noneValue: 'No score',
        },
      ],
      [`score${days}`, { words: [`health score ${days} days before notice`] }],
    ]),
  ),
  predicted: {
    words: ['prediction', 'predicted tier', 'churn tier', 'flagged', 'foreseen', 'been predicted'],
    valuesNeedName: true,
  },
  predictedBefore: {
    words: ['lead time', 'warning time', 'days of warning', 'days between prediction and notice'],
  },
  lastTouchOn: {
    words: ['last touch', 'last contact', 'last contact before notice'],
    verbs: ['last touched', 'last contacted'],
  },
  ownerName: customerOwnerVocabulary,
  retroDueOn: {
    words: ['review due date', 'retrospective due', 'retro due'],
    verbs: ['due for review', 'review is due', 'reviews due'],
  },
  retroDoneOn: {
    words: ['review date', 'retrospective date', 'reviewed'],
    verbs: ['reviewed', 'retrospective done', 'review done'],
  },
  missedSignal: { words: ['missed warning', 'overlooked signal', 'missed sign'] },
  winBackOn: {
    words: ['win back date', 'winback', 'win-back', 'win-back attempt'],
    verbs: ['win back', 'winning back', 'win-back'],
  },
  isTakenBack: { words: ['taken back', 'withdrawn', 'revoked', 'retracted', 'reversed'] },
};
