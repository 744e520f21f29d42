import { paths } from '#shared/core/pages/paths.ts';
import type { ListPhrase, ListVocabulary } from '#shared/list/vocabulary.ts';
import { customersVocabulary } from '#shared/portfolio/vocabulary.ts';
import { riskColumnWords, workColumnPhrases } from './column-words.ts';
import { exportRisks, type RiskTab } from './list.ts';

const riskPhrases: readonly ListPhrase[] = [
  ...customersVocabulary.phrases,
  ...workColumnPhrases,
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

/** Words for the customers that have given notice. */
export const leavingRisksVocabulary = onTab({
  tab: 'leaving',
  noun: noun('leaving customer', 'leaving customers', [
    'customers with a notice',
    'customers with a pending notice',
    'leaving accounts',
    'pending notices',
  ]),
  grain: 'one row for each current customer that has given notice',
  measure: 'annualRevenue',
  phrases: [
    ...riskPhrases,
    {
      words: ['without a save attempt', 'with no save attempt'],
      filters: [{ column: 'saveAttemptDueOn', kind: 'empty' }],
    },
  ],
  examples: ['How many leaving customers are there?', 'Leaving customers without a save attempt'],
});

/** Words for the customers past their grace period that lack data for a score. */
export const insufficientDataRisksVocabulary = onTab({
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
  leavingRisksVocabulary,
  insufficientDataRisksVocabulary,
  recoveredRisksVocabulary,
];
