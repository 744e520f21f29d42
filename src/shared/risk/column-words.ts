import type { ColumnVocabulary, ListPhrase } from '#shared/list/vocabulary.ts';
import { customerNouns } from '#shared/portfolio/customer-words.ts';
import { customersVocabulary } from '#shared/portfolio/vocabulary.ts';

/** Words for the columns about the team's work and about revenue in lists of customers. */
export const workColumnWords = {
  nextStep: { words: ['next action', 'next move'] },
  assigneeName: {
    reading: 'assigned to {}',
    words: ['assignee', 'assigned', 'assigned user', 'worked by'],
    valuesNeedName: true,
  },
  annualRevenue: {
    words: [
      'revenue',
      'annual revenue',
      'arr',
      'acv',
      'contract value',
      'annual contract value',
      'revenue per year',
      'recurring revenue',
    ],
    isAdditive: true,
    highest: ['biggest', 'largest', 'most valuable', 'highest paying'],
    lowest: ['smallest', 'least valuable'],
  },
  renewalOn: {
    words: ['renewal date', 'date of renewal', 'contract end'],
    verbs: [
      'renewing',
      'renew',
      'up for renewal',
      'due for renewal',
      'due to renew',
      'come up for renewal',
      'coming up for renewal',
      'renewals',
    ],
    lowest: ['soonest renewal', 'next renewal', 'renewing soonest', 'renewing first'],
  },
  lastTouchOn: {
    words: ['last contact', 'last contacted', 'last touched', 'last touchpoint', 'last activity'],
    verbs: ['touched', 'contacted', 'last touch', 'last contact', 'last touched', 'last contacted'],
    highest: ['most recently contacted', 'most recently touched'],
    lowest: ['longest without contact', 'longest without a touch', 'longest untouched'],
  },
  snoozedUntil: {
    words: ['snooze end', 'end of snooze'],
    verbs: ['snooze ends', 'snooze ending', 'snoozes end', 'snooze expires', 'come back'],
  },
  snoozeReason: { words: ['reason for the snooze', 'reason for snoozing'] },
} satisfies Record<string, ColumnVocabulary>;

/** Phrases for the columns in `workColumnWords`. */
export const workColumnPhrases: readonly ListPhrase[] = [
  {
    words: ['unassigned', 'not assigned', 'nobody assigned', 'no one assigned', 'not yet assigned'],
    filters: [{ column: 'assigneeName', kind: 'empty' }],
  },
  {
    words: [
      'untouched',
      'never touched',
      'never contacted',
      'not touched',
      'not contacted',
      'not yet contacted',
      'not been contacted',
      'not been touched',
      'never been contacted',
      'never been touched',
      'without contact',
      'without any contact',
    ],
    filters: [{ column: 'lastTouchOn', kind: 'empty' }],
  },
];

/** Words for the columns of the at-risk lists. */
export const riskColumnWords: Readonly<Record<string, ColumnVocabulary>> = {
  ...customersVocabulary.columns,
  ...workColumnWords,
  institutionName: { words: ['name', 'customer name', 'named', 'called', ...customerNouns] },
  reasons: { words: ['reason', 'risk reason', 'reasons for risk', 'why at risk'] },
  priority: {
    words: [
      'stake',
      'priority',
      'revenue at stake',
      'revenue is at stake',
      'arr is at stake',
      'money is at stake',
      'money at stake',
      'dollars at stake',
      'amount at stake',
      'revenue at risk',
      'arr at risk',
      'dollars at risk',
    ],
    isAdditive: true,
    highest: ['most at stake', 'highest priority', 'most urgent', 'riskiest', 'top priority'],
    lowest: ['least at stake', 'lowest priority', 'least urgent'],
  },
  trend: {
    ignoresLabel: true,
    words: ['trend', 'score trend', 'quarterly trend'],
  },
  relativeChange: {
    words: [
      'relative change',
      'against peers',
      'change against peers',
      'change relative to peers',
      'versus peers',
    ],
  },
  weakestProduct: {
    words: [
      'weakest feature',
      'worst product',
      'lowest-scoring product',
      'product with the lowest score',
    ],
    reading: 'with the weakest product {}',
    valuesNeedName: true,
  },
  lossChance: {
    words: [
      'risk of loss',
      'loss risk',
      'chance of losing',
      'chance to lose',
      'probability of loss',
      'likelihood of loss',
      'churn chance',
      'churn probability',
    ],
    highest: ['riskiest', 'most likely to leave', 'most likely to churn', 'most likely to be lost'],
    lowest: ['safest', 'least likely to leave', 'least likely to churn'],
  },
  renewalFactor: {},
  nextTask: { words: ['task', 'open task', 'planned task'] },
  nextTaskDueOn: {
    words: ['task due date', 'due date of the task'],
    verbs: ['tasks due', 'due', 'task is due', 'with a task due'],
  },
  lastOutcome: {
    words: ['outcome', 'triage outcome', 'triage result', 'last decision'],
    reading: 'with the last outcome {}',
    values: {
      Contacted: ['contacted'],
      Escalated: ['escalation'],
      'No action needed': ['no action', 'without action'],
      'False alarm': ['wrong alarm', 'false positive'],
      'Data problem': ['data issue', 'bad data'],
    },
  },
  lastOutcomeOn: {
    words: ['date of the last outcome', 'triage date'],
    verbs: ['triaged', 'judged', 'reviewed', 'decided', 'last triaged'],
  },
  noticeReason: { words: ['notice reason', 'why they leave'] },
  saveAttemptOwner: {
    reading: 'with a save attempt by {}',
    words: ['owner of the save attempt'],
    valuesNeedName: true,
  },
  saveAttemptDueOn: { words: ['end of the save attempt'] },
  lastAtRiskOn: {
    words: ['last at risk', 'last week at risk'],
    verbs: ['last at risk', 'stopped being at risk'],
    highest: ['most recently recovered', 'latest'],
  },
  weeksAtRiskBefore: {
    words: ['weeks at risk before', 'weeks at risk before recovery', 'previous weeks at risk'],
  },
};
