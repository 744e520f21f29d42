import { products, topLevelProductKeys } from '#shared/core/products.ts';
import type { ColumnVocabulary } from '#shared/list/vocabulary.ts';
import {
  customerOwnerVocabulary,
  customerSizeVocabulary,
} from '#shared/portfolio/customer-words.ts';

const checkpointDays = [30, 60, 90, 180];

/** Words for the columns of the onboarding lists. */
export const onboardingColumnWords: Readonly<Record<string, ColumnVocabulary>> = {
  // 'Customer' alone means the rows, as in 'customers in onboarding', and not the column.
  institutionName: { ignoresLabel: true, words: ['customer name', 'account name'] },
  // 'State' alone could mean the US state.
  state: {
    ignoresLabel: true,
    reading: '{} …',
    words: ['status', 'stage', 'onboarding state', 'onboarding status', 'progress status'],
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
    unit: 'days',
    above: ['longer than', 'in onboarding for more than', 'in onboarding longer than'],
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
  // 'Blocked since May' is the verb 'blocked' with the period 'since May'.
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
  sizeTier: customerSizeVocabulary,
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
