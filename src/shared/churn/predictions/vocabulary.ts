import { paths } from '#shared/core/pages/paths.ts';
import type { ColumnVocabulary, ListPhrase, ListVocabulary } from '#shared/list/vocabulary.ts';
import { customerNouns } from '#shared/portfolio/customer-words.ts';
import { customersVocabulary } from '#shared/portfolio/vocabulary.ts';
import { workColumnPhrases, workColumnWords } from '#shared/risk/column-words.ts';
import { type PatternKey, patternKeys, patternNames } from '../patterns/pattern-names.ts';
import { exportPredictions, type PredictionTab } from './list.ts';

/** Words for the warning patterns, in addition to their names. */
const patternWords: Partial<Record<PatternKey, readonly string[]>> = {
  declining: ['declining score', 'falling score'],
  unused_products: ['unused products'],
  no_use: ['no usage', 'without usage'],
  use_falls: ['falling usage', 'usage is falling'],
  bookings_fall: ['falling bookings', 'bookings down'],
  messages_stopped: ['messages stopped'],
  locations_quiet: ['quiet locations'],
  feeds_silent: ['silent connections', 'silent feeds'],
  ticket_spike: ['spike in tickets', 'ticket spikes'],
  gave_up: ['tickets stopped'],
  urgent_tickets: ['urgent ticket'],
  new_owner: ['ownership changes', 'new owner', 'change of ownership'],
  renewal_near: ['near renewal', 'upcoming renewal'],
};

/** Phrases that filter a list by a warning pattern. The list must have the column `patterns`. */
export const patternPhrases: readonly ListPhrase[] = patternKeys.map((key) => ({
  words: [patternNames[key], ...(patternWords[key] ?? [])],
  filters: [{ column: 'patterns', kind: 'contains', text: patternNames[key] }],
}));

const chanceWords = (days: number): ColumnVocabulary => ({
  words: [
    'chance',
    'probability',
    'likelihood',
    ...['chance', 'probability', 'likelihood'].flatMap((chance) => [
      `churn ${chance}`,
      `${chance} of churn`,
      `${chance} of leaving`,
      `${chance} of notice`,
      `${chance} in ${days} days`,
      `${chance} within ${days} days`,
      `${chance} of churn within ${days} days`,
    ]),
  ],
});

const { churnTier: _, ...customerColumns } = customersVocabulary.columns;

const columns: Readonly<Record<string, ColumnVocabulary>> = {
  ...customerColumns,
  ...workColumnWords,
  institutionName: { words: ['name', 'customer name', 'named', 'called', ...customerNouns] },
  tier: {
    isScale: true,
    reading: '{} …',
    words: ['churn risk', 'prediction tier', 'urgency', 'risk tier'],
    values: {
      IMMEDIATE: ['imminent', 'immediately'],
      HIGH: ['high risk', 'high churn risk', 'at high risk'],
      MEDIUM: ['medium risk', 'medium churn risk', 'at medium risk'],
    },
  },
  daysLeft: {
    words: ['days until notice', 'days to notice', 'days left', 'days until they leave'],
    lowest: ['soonest', 'most urgent', 'next to leave', 'soonest to leave'],
  },
  chance60: {
    ...chanceWords(60),
    highest: ['riskiest', 'most likely to leave', 'most likely to churn', 'highest risk'],
    lowest: ['least likely to leave', 'least likely to churn', 'safest', 'lowest risk'],
  },
  chance30: chanceWords(30),
  chance45: chanceWords(45),
  patterns: { words: ['warning patterns', 'warning signs', 'evidence'] },
  patternCount: {
    words: ['patterns', 'warning patterns', 'warning signs', 'number of warning patterns'],
    isAdditive: true,
    highest: ['most patterns'],
    lowest: ['fewest patterns'],
  },
  // The label 'Flagged since' is ignored: in 'flagged since May', the word 'since' belongs to the
  // period, which starts in May.
  flaggedSince: {
    ignoresLabel: true,
    words: ['flag date', 'flagging date', 'date of the flag'],
    verbs: ['flagged', 'first flagged'],
    highest: ['newest', 'most recent', 'latest', 'most recently flagged'],
    lowest: ['oldest', 'longest flagged'],
  },
  isNew: { words: ['new today', 'newly flagged', 'newly predicted', 'brand-new'] },
  isContacted: { words: ['been contacted', 'reached out to', 'touched', 'been touched'] },
  verdictReason: { words: ['verdict reason', 'reason'] },
  verdictBy: {
    reading: 'decided by {}',
    words: ['verdict by', 'accepted by', 'rejected by', 'reviewed by'],
    valuesNeedName: true,
  },
};

const phrases: readonly ListPhrase[] = [
  ...customersVocabulary.phrases.filter(({ filters }) =>
    filters.every(({ column }) => column !== 'churnTier'),
  ),
  ...workColumnPhrases.filter(({ filters }) =>
    // Here, 'not contacted' filters by `isContacted`, so the phrases that filter by the last touch
    // are dropped.
    filters.every(({ column }) => column !== 'lastTouchOn'),
  ),
  {
    words: ['not contacted', 'not contacted yet', 'not yet contacted', 'not been contacted'],
    filters: [{ column: 'isContacted', kind: 'is', value: false }],
  },
  {
    words: ['never touched', 'never contacted', 'without any contact'],
    filters: [{ column: 'lastTouchOn', kind: 'empty' }],
  },
  ...patternPhrases,
];

interface TabWords {
  tab: PredictionTab;
  synonyms: readonly string[];
  nameWords?: readonly string[];
  noDateReason?: string;
  grain: string;
  examples: readonly string[];
}

const noVerdictDate =
  'The list doesn’t have the date of a verdict. Ask without the period, such as “accepted predictions by owner”.';

const onTab = ({ tab, synonyms, nameWords = [], ...others }: TabWords): ListVocabulary => ({
  ...others,
  key: `predictions-${tab}`,
  noun: { one: `${tab} churn prediction`, many: `${tab} churn predictions`, synonyms },
  nameWords,
  export: exportPredictions,
  query: { tab },
  page: `${paths.churnDashboard}?tab=${tab}`,
  person: 'ownerName',
  hasCustomerRows: true,
  hasRiskCases: true,
  date: null,
  measure: 'chance60',
  customer: 'institutionName',
  columns,
  phrases,
});

/** Words for the customers predicted to leave, one vocabulary for each tab. */
export const predictionVocabularies: readonly ListVocabulary[] = [
  onTab({
    tab: 'open',
    synonyms: ['open predictions', 'churn predictions', 'predictions', 'predicted churns'],
    nameWords: [
      ...['most', 'least'].flatMap((rank) => [
        `${rank} likely to leave`,
        `${rank} likely to churn`,
      ]),
      ...['chance', 'probability', 'likelihood'].flatMap((chance) => [
        `churn ${chance}`,
        `${chance} of churn`,
        `${chance} of leaving`,
      ]),
    ],
    grain:
      'one row for each customer with a churn tier whose prediction is not accepted, rejected or snoozed',
    examples: [
      'How many open churn predictions are there by churn tier?',
      'Top 5 churn predictions by yearly revenue',
    ],
  }),
  onTab({
    tab: 'accepted',
    synonyms: [
      'accepted predictions',
      'confirmed predictions',
      'predictions accepted',
      'predictions I accepted',
      'predictions we accepted',
      'accepted',
    ],
    noDateReason: noVerdictDate,
    grain: 'one row for each customer with a churn tier whose prediction was accepted',
    examples: ['How many accepted churn predictions are there?'],
  }),
  onTab({
    tab: 'snoozed',
    synonyms: ['snoozed predictions', 'snoozed customers', 'snoozed accounts', 'snoozes'],
    grain: 'one row for each customer with a churn tier and a current snooze',
    examples: ['How many snoozed churn predictions are there?'],
  }),
  onTab({
    tab: 'rejected',
    synonyms: [
      'rejected predictions',
      'dismissed predictions',
      'declined predictions',
      'predictions rejected',
      'predictions I rejected',
      'predictions we rejected',
    ],
    noDateReason: noVerdictDate,
    grain: 'one row for each customer with a churn tier whose prediction was rejected',
    examples: ['How many rejected churn predictions are there?'],
  }),
];
