import { paths } from '#shared/core/pages/paths.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { lossColumnWords } from './column-words.ts';
import { exportLosses } from './losses.ts';
import { activeLossesFilter } from './rules.ts';

const competitorWords = ['to', 'for', 'because of'].flatMap((preposition) =>
  ['a competitor', 'competitors', 'the competition'].map((noun) => `${preposition} ${noun}`),
);

/** Words for the customers that have given notice. */
export const lossesVocabulary: ListVocabulary = {
  key: 'losses',
  noun: {
    one: 'loss',
    many: 'losses',
    synonyms: [
      'lost',
      'lose',
      'churn',
      'churned',
      'churned out',
      'left',
      'cancellations',
      'departures',
      'notices',
      'gave notice',
      'given notice',
      'have given notice',
    ],
  },
  nameWords: ['leaving', 'on their way out', 'leave'],
  grain: 'one row for each notice that a customer gave',
  export: exportLosses,
  page: paths.churn,
  person: 'ownerName',
  hasCustomerRows: true,
  date: 'noticedOn',
  measure: 'monthlyDollars',
  rankNote:
    'This ranks numbers of losses, not churn rates: groups with more customers tend to lose more.',
  customer: 'institutionName',
  columns: lossColumnWords,
  phrases: [
    {
      words: [
        'avoidable',
        'preventable',
        'that could have been prevented',
        'at least partly avoidable',
      ],
      filters: [{ column: 'avoidable', kind: 'one-of', values: ['Yes', 'Partly'] }],
    },
    {
      words: ['fully avoidable', 'wholly avoidable', 'entirely avoidable'],
      filters: [{ column: 'avoidable', kind: 'one-of', values: ['Yes'] }],
    },
    {
      words: ['partly avoidable', 'partially avoidable'],
      filters: [{ column: 'avoidable', kind: 'one-of', values: ['Partly'] }],
    },
    {
      words: ['unavoidable', 'not avoidable', 'not preventable', 'unpreventable'],
      filters: [{ column: 'avoidable', kind: 'one-of', values: ['No'] }],
    },
    {
      words: ['predicted', 'we predicted'],
      filters: [{ column: 'predicted', kind: 'filled' }],
    },
    {
      words: ['unpredicted', 'not predicted', 'unforeseen', 'surprise', 'missed by the model'],
      filters: [{ column: 'predicted', kind: 'empty' }],
    },
    {
      words: ['not reviewed', 'unreviewed', 'without a review', 'not yet reviewed', 'to review'],
      filters: [{ column: 'retroDoneOn', kind: 'empty' }],
    },
    {
      words: competitorWords,
      filters: [{ column: 'competitor', kind: 'filled' }],
    },
    {
      words: competitorWords,
      filters: [{ column: 'mainReason', kind: 'one-of', values: ['Competitor'] }],
    },
    {
      words: ['never touched', 'never contacted', 'without any contact'],
      filters: [{ column: 'lastTouchOn', kind: 'empty' }],
    },
  ],
  defaults: [activeLossesFilter],
  examples: [
    'How many losses were there last quarter?',
    'Total monthly revenue lost this year by reason',
    'Top 10 losses by monthly revenue',
    'What share of losses were predicted?',
  ],
};
