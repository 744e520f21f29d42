import { paths } from '#shared/core/pages/paths.ts';
import { products, topLevelProductKeys } from '#shared/core/products.ts';
import {
  isEndedState,
  onboardingStateLabels,
  onboardingStates,
} from '#shared/institutions/onboarding-states.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { ListPhrase, ListVocabulary } from '#shared/list/vocabulary.ts';
import { onboardingColumnWords } from './column-words.ts';
import { exportOnboarding, type OnboardingTab } from './onboarding.ts';

const phrases: readonly ListPhrase[] = [
  {
    // 'Behind' can also mean only the state Behind, so the user is asked which is meant.
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
    words: ['late', 'overdue', 'past due'],
    filters: [{ column: 'milestonesLate', kind: 'range', from: 1, to: null }],
  },
  {
    words: ['overdue', 'past due'],
    filters: [{ column: 'state', kind: 'one-of', values: ['Timed out'] }],
  },
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

const unfinished: ListFilter = {
  column: 'state',
  kind: 'none-of',
  values: onboardingStates.filter(isEndedState).map((state) => onboardingStateLabels[state]),
};

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
  duration: 'day',
  ...(tab === 'all' ? { unfinished } : {}),
  customer: 'institutionName',
  columns: onboardingColumnWords,
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
      'onboarding customers',
      'onboarding accounts',
      'onboarding clients',
      'onboarding practices',
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
  examples: [
    'Which current onboardings are stuck?',
    'How many blocked current onboardings are there by blocker?',
  ],
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
    'one row for each customer whose onboarding graduated, timed out, or ended because the customer left',
  date: null,
  measure: null,
  examples: ['What share of ended onboardings have graduated?', 'Ended onboardings by status'],
});

export const onboardingVocabularies: readonly ListVocabulary[] = [
  onboardingsVocabulary,
  currentOnboardingsVocabulary,
  endedOnboardingsVocabulary,
];
