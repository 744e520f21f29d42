import { paths } from '#shared/core/pages/paths.ts';
import { products, topLevelProductKeys } from '#shared/core/products.ts';
import type { ColumnVocabulary, ListPhrase, ListVocabulary } from '#shared/list/vocabulary.ts';
import { customerOwnerVocabulary } from '#shared/portfolio/customer-words.ts';
import { exportOnboarding, type OnboardingTab } from './onboarding.ts';

const checkpointDays = [30, 60, 90, 180];

const columns: Readonly<Record<string, ColumnVocabulary>> = {
  // 'Customer' alone is a noun, so that 'customers in onboarding' stays a question about customers.
  institutionName: { ignoresLabel: true, words: ['customer name', 'account name'] },
  // 'State' alone could mean the US state.
  state: {
    ignoresLabel: true,
    reading: '{} …',
    words: ['status', 'onboarding state', 'onboarding status', 'progress status'],
    values: {
      Stuck: ['stalled', 'not moving'],
      'Far behind': ['way behind', 'far behind schedule', 'badly behind'],
      Behind: ['slightly behind', 'behind schedule', 'behind plan'],
      'Not started': ['not started yet', 'not yet started', 'never started'],
      'On track': ['on schedule', 'on plan', 'on pace'],
      'No score yet': ['unscored', 'not scored', 'without a score', 'not scored yet', 'no score'],
      Paused: ['on hold'],
      'Not live': ['not live yet', 'not yet live', 'before go-live', 'pre-launch', 'upcoming'],
      Graduated: ['completed', 'successful'],
      'Timed out': ['timed-out', 'ran out of time', 'overran'],
      Left: ['churned', 'lost', 'dropped out'],
    },
  },
  day: {
    ignoresLabel: true,
    words: [
      'onboarding day',
      'day of onboarding',
      'days in onboarding',
      'days into onboarding',
      'days since go-live',
      'days after go-live',
    ],
    highest: ['longest running', 'longest'],
    lowest: ['shortest'],
  },
  score: {
    words: ['adoption score', 'adoption', 'health score', 'current score'],
    highest: ['best', 'highest scoring', 'strongest'],
    lowest: ['worst', 'lowest scoring', 'weakest'],
  },
  expected: { words: ['expected score', 'target score', 'score target'] },
  pace: {
    words: ['onboarding pace', 'points against plan', 'score against plan', 'progress'],
    highest: ['furthest ahead', 'most ahead', 'fastest', 'best pace'],
    lowest: ['furthest behind', 'farthest behind', 'most behind', 'slowest', 'worst pace'],
  },
  blocker: {
    words: ['blocked by', 'obstacle', 'impediment', 'roadblock', 'reason for blocking'],
    values: {
      'EHR connection': ['ehr link', 'ehr integration', 'integration', 'records system link'],
      Training: ['staff training'],
      'Forms not built': ['missing forms', 'forms missing'],
      Staff: ['staffing', 'staff shortage'],
      'Waiting on customer': ['waiting for the customer', 'waiting for customer'],
    },
    noneValue: 'None',
  },
  // 'Blocked since May' is a verb with an open period, not the month of May.
  blockedSince: { ignoresLabel: true, words: ['date of the blocker'], verbs: ['blocked'] },
  nextCheckpoint: { words: ['next checkpoint', 'next target', 'upcoming checkpoint'] },
  missedCheckpoint: {
    words: ['missed target', 'missed score target', 'missed checkpoint day'],
  },
  productsUsed: {
    words: ['products used', 'products in use', 'used products', 'number of products used'],
    isAdditive: true,
    highest: ['most products'],
    lowest: ['fewest products'],
  },
  missing: { words: ['unused products', 'products not used', 'missing products'] },
  milestones: {
    words: [
      'milestones done',
      'completed milestones',
      'milestone completion',
      'milestone progress',
    ],
    highest: ['most complete'],
    lowest: ['least complete'],
  },
  milestonesLate: {
    words: ['overdue milestones', 'milestones late', 'milestones overdue', 'missed milestones'],
    isAdditive: true,
    highest: ['most late', 'most overdue'],
  },
  ownerName: customerOwnerVocabulary,
  lastTouchOn: {
    words: ['last contact', 'last contacted', 'last touched', 'last touchpoint', 'last activity'],
    verbs: ['touched', 'contacted', 'last touch', 'last contact', 'last touched', 'last contacted'],
    highest: ['most recently contacted', 'most recently touched'],
    lowest: ['longest without contact', 'longest without a touch', 'longest untouched'],
  },
  goLiveDate: {
    words: ['go-live date', 'golive', 'live date', 'launch date', 'start date'],
    verbs: [
      'went live',
      'go live',
      'going live',
      'gone live',
      'launched',
      'launching',
      'started',
      'start',
    ],
    highest: ['newest', 'most recent', 'latest'],
    lowest: ['oldest', 'earliest'],
  },
  goLiveMonth: { words: ['cohort', 'go-live cohort', 'month of go-live'], valuesNeedName: true },
  kickoffOn: {
    words: ['kickoff', 'kick-off date', 'kickoff date', 'kick-off call'],
    verbs: ['kicked off', 'kicking off'],
  },
  contractOn: {
    words: ['contract date', 'contract signed', 'signature'],
    verbs: ['signed', 'contracted', 'signed a contract', 'signed the contract'],
  },
  sizeTier: { reading: '{} …', words: ['size', 'customer size', 'segment'] },
  ehr: {
    reading: 'with {}',
    words: ['records system', 'practice management system', 'pms', 'software', 'emr'],
  },
  extensionDays: {
    words: ['extension', 'days of extension', 'extension days'],
    highest: ['most extended', 'longest extended'],
  },
  pausedSince: { ignoresLabel: true, words: ['pause start'], verbs: ['paused'] },
  pauseReason: { words: ['reason for the pause', 'reason for pausing'] },
  ...Object.fromEntries(
    checkpointDays.map((day): [string, ColumnVocabulary] => [
      `scoreAt${day}`,
      {
        words: [`day ${day} score`, `score on day ${day}`, `score after ${day} days`],
      },
    ]),
  ),
  ...Object.fromEntries(
    topLevelProductKeys.map((key): [string, ColumnVocabulary] => {
      const { name } = products[key];
      return [
        `${key}FirstUse`,
        {
          words: [
            `days to first use of ${name}`,
            `days until first use of ${name}`,
            `time to first use of ${name}`,
            `days to first ${name} use`,
            `days to ${name}`,
            `time to ${name}`,
          ],
        },
      ];
    }),
  ),
  graduatedOn: {
    words: ['graduation', 'graduation date'],
    verbs: ['graduated', 'graduating', 'completed', 'completed onboarding', 'graduate'],
  },
  handedOverOn: {
    words: ['handover', 'hand-over', 'handover date', 'hand-off'],
    verbs: ['handed over', 'handed off'],
  },
  leftOn: { words: ['leaving date'], verbs: ['left', 'churned', 'dropped out', 'lost'] },
  institutionId: { words: ['id'] },
};

const phrases: readonly ListPhrase[] = [
  {
    // Also the state Behind, which excludes customers that are far behind.
    words: ['behind', 'behind schedule', 'behind plan', 'slow'],
    filters: [{ column: 'state', kind: 'one-of', values: ['Stuck', 'Far behind', 'Behind'] }],
  },
  {
    words: ['ahead', 'ahead of schedule', 'ahead of plan', 'ahead of pace'],
    filters: [{ column: 'pace', kind: 'range', from: 0, to: null, isFromExclusive: true }],
  },
  {
    words: ['blocked', 'held up'],
    filters: [{ column: 'blocker', kind: 'none-of', values: ['None'] }],
  },
  {
    words: ['unblocked', 'not blocked', 'no blockers'],
    filters: [{ column: 'blocker', kind: 'one-of', values: ['None'] }],
  },
  {
    words: ['missed a checkpoint', 'missed a target', 'missed a score target', 'off target'],
    filters: [{ column: 'missedCheckpoint', kind: 'filled' }],
  },
  {
    words: ['late', 'overdue'],
    filters: [{ column: 'milestonesLate', kind: 'range', from: 1, to: null }],
  },
  { words: ['overdue'], filters: [{ column: 'state', kind: 'one-of', values: ['Timed out'] }] },
  {
    words: ['extended', 'with an extension'],
    filters: [{ column: 'extensionDays', kind: 'range', from: 1, to: null }],
  },
  {
    words: ['not extended', 'without an extension'],
    filters: [{ column: 'extensionDays', kind: 'range', from: null, to: 0 }],
  },
  {
    words: ['using all products', 'use all products', 'using everything', 'all products used'],
    filters: [{ column: 'missing', kind: 'empty' }],
  },
  {
    words: ['with unused products', 'have unused products', 'not using all products'],
    filters: [{ column: 'missing', kind: 'filled' }],
  },
  {
    words: [
      'without contact',
      'untouched',
      'never touched',
      'never contacted',
      'not contacted',
      'not been contacted',
    ],
    filters: [{ column: 'lastTouchOn', kind: 'empty' }],
  },
  {
    words: [
      'not handed over',
      'not handed over yet',
      'not yet handed over',
      'not been handed over',
    ],
    filters: [{ column: 'handedOverOn', kind: 'empty' }],
  },
  ...topLevelProductKeys.map((key): ListPhrase => {
    const { name } = products[key];
    return {
      words: [
        `not using ${name}`,
        `not used ${name}`,
        `not using ${name} yet`,
        `not used ${name} yet`,
        `never used ${name}`,
        `${name} not used`,
        `without use of ${name}`,
      ],
      filters: [{ column: 'missing', kind: 'contains', text: name }],
    };
  }),
];

interface TabWords
  extends Pick<ListVocabulary, 'noun' | 'grain' | 'examples' | 'date' | 'measure'> {
  tab: OnboardingTab;
}

const onTab = ({ tab, ...words }: TabWords): ListVocabulary => ({
  ...words,
  key: `onboarding-${tab}`,
  export: exportOnboarding,
  query: { tab },
  page: `${paths.onboarding}?tab=${tab}`,
  person: 'ownerName',
  customer: 'institutionName',
  columns,
  phrases,
});

/** Words for all onboarding cases. */
export const onboardingsVocabulary = onTab({
  tab: 'all',
  noun: {
    one: 'onboarding',
    many: 'onboardings',
    synonyms: ['onboarding cases', 'implementations', 'rollouts'],
  },
  grain: 'one row for each customer’s onboarding, current or ended',
  date: 'goLiveDate',
  measure: null,
  examples: [
    'How many onboardings went live this year by month?',
    'Average score at day 90 of onboardings by EHR',
    'Onboardings by status',
  ],
});

/** Words for the customers in onboarding. */
export const currentOnboardingsVocabulary = onTab({
  tab: 'current',
  noun: {
    one: 'customer in onboarding',
    many: 'customers in onboarding',
    synonyms: [
      'accounts in onboarding',
      'clients in onboarding',
      'practices in onboarding',
      'customers being onboarded',
      'current onboardings',
      'active onboardings',
      'running onboardings',
      'ongoing onboardings',
      'open onboardings',
    ],
  },
  grain:
    'one row for each customer whose onboarding has not ended, including customers not live yet',
  date: null,
  measure: null,
  examples: ['Which current onboardings are stuck?', 'Blocked current onboardings by blocker'],
});

/** Words for the onboarding cases that have ended. */
export const endedOnboardingsVocabulary = onTab({
  tab: 'ended',
  noun: {
    one: 'ended onboarding',
    many: 'ended onboardings',
    synonyms: ['finished onboardings', 'past onboardings', 'closed onboardings'],
  },
  grain:
    'one row for each customer whose onboarding graduated, timed out, or ended because it left',
  date: null,
  measure: null,
  examples: ['What share of ended onboardings are graduated?', 'Ended onboardings by status'],
});

export const onboardingVocabularies: readonly ListVocabulary[] = [
  onboardingsVocabulary,
  currentOnboardingsVocabulary,
  endedOnboardingsVocabulary,
];
