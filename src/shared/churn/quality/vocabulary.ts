import { paths } from '#shared/core/pages/paths.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { patternPhrases } from '../predictions/vocabulary.ts';
import { exportFlags } from './flags.ts';

/** Words for the times at which customers entered a churn tier. */
export const flagsVocabulary: ListVocabulary = {
  key: 'churn-flags',
  noun: {
    one: 'churn flag',
    many: 'churn flags',
    synonyms: ['flags', 'past flags', 'earlier flags', 'past predictions', 'earlier predictions'],
  },
  grain: 'one row for each Sunday on which a customer entered a churn tier',
  export: exportFlags,
  page: `${paths.churnDashboard}?tab=flags`,
  person: null,
  date: 'flaggedOn',
  measure: 'chance60',
  customer: 'institutionName',
  columns: {
    // The label 'Customer' is ignored, because a customer can have several flags. A question about
    // the number of customers must not get the number of flags.
    institutionName: { ignoresLabel: true, words: ['customer name', 'account name'] },
    flaggedOn: {
      words: ['flag date', 'date of the flag'],
      verbs: ['flagged', 'raised'],
      highest: ['newest', 'latest', 'most recent'],
      lowest: ['oldest', 'earliest'],
    },
    tier: {
      reading: '{} …',
      words: ['tier', 'churn tier', 'churn risk'],
      values: {
        IMMEDIATE: ['imminent'],
        HIGH: ['high risk'],
        MEDIUM: ['medium risk'],
      },
    },
    chance60: {
      words: ['chance', 'probability', 'likelihood', 'churn chance', 'churn probability'],
      highest: ['riskiest'],
    },
    patterns: { words: ['warning patterns', 'warning signs'] },
    outcome: {
      reading: 'with the outcome {}',
      words: ['result'],
      values: {
        Left: ['correct', 'confirmed', 'true positive', 'lost', 'churned', 'right'],
        Stayed: ['false alarm', 'false positive', 'wrong', 'retained', 'did not leave'],
        'Too early to tell': ['pending', 'undecided', 'without an outcome', 'too early'],
      },
    },
    noticedOn: {
      words: ['notice date', 'date of notice'],
      verbs: ['gave notice', 'given notice', 'noticed'],
    },
    daysToNotice: { words: ['lead time', 'days to notice', 'warning time'] },
    reason: {
      reading: 'with the reason {}',
      words: ['loss reason', 'reason for leaving', 'churn reason'],
    },
    isContacted: { words: ['been contacted', 'reached out to', 'touched'] },
    isInHeadline: { words: ['in the headline figure', 'in the headline', 'headline flags'] },
    sizeTier: { words: ['size', 'customer size', 'segment'] },
    ehr: {
      reading: 'with {}',
      words: ['records system', 'practice management system', 'pms', 'software', 'emr'],
    },
    tenureDays: { words: ['days live', 'days since go-live', 'age'] },
  },
  phrases: [
    ...patternPhrases,
    {
      words: ['not contacted', 'not been contacted', 'never contacted'],
      filters: [{ column: 'isContacted', kind: 'is', value: false }],
    },
  ],
  examples: [
    'How many churn flags were there last quarter?',
    'Churn flags by outcome',
    'Average lead time of churn flags',
  ],
};
