import { paths } from '#shared/core/pages/paths.ts';
import type { ColumnVocabulary, ListPhrase, ListVocabulary } from '#shared/list/vocabulary.ts';
import { customersVocabulary } from '#shared/portfolio/vocabulary.ts';
import { exportRisks, type RiskTab } from './list.ts';

/** Words for the columns of a customer list about the team's work and the revenue. */
export const workWords = {
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

/** Phrases for the columns in `workWords`. */
export const workPhrases: readonly ListPhrase[] = [
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

const riskColumnWords: Readonly<Record<string, ColumnVocabulary>> = {
  ...customersVocabulary.columns,
  ...workWords,
  institutionName: { words: ['name', 'customer name', 'named', 'called'] },
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
    words: ['relative change', 'change against peers', 'change relative to peers', 'versus peers'],
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
  lastAtRiskOn: {
    words: ['last at risk', 'last week at risk'],
    verbs: ['last at risk', 'stopped being at risk'],
    highest: ['most recently recovered', 'latest'],
  },
  weeksAtRiskBefore: {
    words: ['weeks at risk before', 'weeks at risk before recovery', 'previous weeks at risk'],
  },
};

const riskPhrases: readonly ListPhrase[] = [
  ...customersVocabulary.phrases,
  ...workPhrases,
  {
    words: [
      'because of a critical score',
      'because of the score',
      'for a critical score',
      'due to a critical score',
      'due to a low score',
      'because of a low score',
    ],
    filters: [{ column: 'reasons', kind: 'contains', text: 'critical score' }],
  },
  {
    words: [
      'because of a decline',
      'because of declining',
      'due to a decline',
      'because they decline',
    ],
    filters: [{ column: 'reasons', kind: 'contains', text: 'declining' }],
  },
  {
    words: ['because of no usage', 'because of inactivity', 'due to inactivity', 'due to no usage'],
    filters: [{ column: 'reasons', kind: 'contains', text: 'not active' }],
  },
  {
    words: ['no outcome', 'without an outcome', 'not triaged', 'not triaged yet', 'untriaged'],
    filters: [{ column: 'lastOutcome', kind: 'empty' }],
  },
];

const snoozedPhrase: ListPhrase = {
  words: ['snoozed', 'on snooze'],
  filters: [{ column: 'snoozedUntil', kind: 'filled' }],
};

const noun = (one: string, many: string, synonyms: readonly string[]) => ({ one, many, synonyms });

interface TabWords extends Pick<ListVocabulary, 'noun' | 'measure' | 'phrases' | 'examples'> {
  tab: RiskTab;
  grain: string;
}

const onTab = ({ tab, ...words }: TabWords): ListVocabulary => ({
  ...words,
  key: `risk-${tab}`,
  export: exportRisks,
  query: { tab },
  page: `${paths.atRisk}?scope=all&tab=${tab}`,
  person: 'ownerName',
  hasCustomerRows: true,
  hasRiskCases: true,
  date: null,
  customer: 'institutionName',
  columns: riskColumnWords,
});

/** Words for all customers at risk, including snoozed customers. */
export const risksVocabulary = onTab({
  tab: 'all',
  noun: noun('at-risk customer', 'at-risk customers', [
    'at-risk accounts',
    'at-risk clients',
    'at-risk practices',
    'at-risk institutions',
    'at-risk offices',
    'at-risk companies',
    'at-risk list',
    'risky customers',
    'risky accounts',
  ]),
  grain: 'one row for each customer that was at risk in the last official week, snoozed or not',
  measure: 'priority',
  phrases: [...riskPhrases, snoozedPhrase],
  examples: [
    'Top 10 at-risk customers by revenue at stake',
    'Total revenue of at-risk customers by owner',
    'Unassigned at-risk customers',
  ],
});

/** Words for the customers at risk that wait for triage. */
export const riskQueueVocabulary = onTab({
  tab: 'queue',
  noun: noun('customer in the at-risk queue', 'customers in the at-risk queue', [
    'at-risk queue',
    'risk queue',
    'triage queue',
    'customers in the queue',
    'accounts in the queue',
    'customers to triage',
    'customers waiting for triage',
    'customers awaiting triage',
  ]),
  grain:
    'one row for each customer at risk without a snooze or an outcome since the last official week',
  measure: 'priority',
  phrases: riskPhrases,
  examples: ['How many customers are in the at-risk queue?'],
});

/** Words for the snoozed customers at risk. */
export const snoozedRisksVocabulary = onTab({
  tab: 'snoozed',
  noun: noun('snoozed at-risk customer', 'snoozed at-risk customers', [
    'snoozed customers',
    'snoozed accounts',
    'snoozed risks',
    'snoozes',
  ]),
  grain: 'one row for each customer at risk with a current snooze',
  measure: 'annualRevenue',
  phrases: riskPhrases,
  examples: ['How many snoozed at-risk customers are there?'],
});

/** Words for the customers past their grace period that lack data for a score. */
export const unjudgedRisksVocabulary = onTab({
  tab: 'cannot-judge',
  noun: noun('customer without enough data', 'customers without enough data', [
    'without enough data',
    'not enough data',
    'do not have enough data',
    'lack data',
    'lacking data',
    'too little data',
    'insufficient data',
  ]),
  grain: 'one row for each customer past its grace period without enough data for a score',
  measure: 'annualRevenue',
  phrases: riskPhrases,
  examples: ['How many customers don’t have enough data?'],
});

/** Words for the customers that have left the at-risk queue recently. */
export const recoveredRisksVocabulary = onTab({
  tab: 'recovered',
  noun: noun('recovered customer', 'recovered customers', [
    'recovered accounts',
    'recoveries',
    'recovered',
    'no longer at risk',
    'not at risk anymore',
    'not at risk any more',
  ]),
  grain: 'one row for each customer that recently stopped being at risk',
  measure: 'annualRevenue',
  phrases: riskPhrases,
  examples: ['Which customers have recovered?', 'Average score of recovered customers'],
});

export const riskVocabularies: readonly ListVocabulary[] = [
  risksVocabulary,
  riskQueueVocabulary,
  snoozedRisksVocabulary,
  unjudgedRisksVocabulary,
  recoveredRisksVocabulary,
];
