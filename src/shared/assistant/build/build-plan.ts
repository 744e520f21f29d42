import type { ListColumn } from '#shared/list/column.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import type { InterpretedWords } from '../items.ts';
import type { Aggregate, Plan } from '../plan.ts';
import { type FailureKind, isKind, PlanDraft, UnusableWordsError } from './draft.ts';
import { flagAmbiguousException } from './mark-exceptions.ts';
import {
  refuseCountOfOneCustomer,
  refuseEmptyQuestion,
  refuseMissing,
  requireAllUsed,
  requireFiltersFitUrl,
} from './requirements.ts';
import { takeColumns } from './take-columns.ts';
import {
  splitShareFilters,
  takeAreAllQuestion,
  takeMeasures,
  takeWhichHasMore,
} from './take-figures.ts';
import {
  takeActors,
  takeMoves,
  takeMovesWithoutNumber,
  takePhrases,
  takeTests,
  takeValues,
} from './take-filters.ts';
import { takeFirst } from './take-first.ts';
import { takeGroupConditions } from './take-group-conditions.ts';
import {
  groupByStatus,
  takeBreakdowns,
  takeComparedValues,
  takeCrosses,
  takeDirection,
  takeGroups,
} from './take-groups.ts';
import { takePeriods } from './take-periods.ts';
import { takeProducts } from './take-products.ts';
import { takeRanks } from './take-ranks.ts';
import { takeWorkload } from './take-workload.ts';

/** Reading of a question for one list. */
export interface Reading {
  plan: Plan;
  /** `true` when the question names the list's rows. */
  namesList: boolean;
  /**
   * `true` when the list's noun, followed by a word such as 'with', is the subject of the question:
   * 'critical customers with open tickets'.
   */
  isSubject: boolean;
  /** `true` when the plan contains an assumption, such as the date column of a period. */
  isGuess: boolean;
  /** `true` when a numeric column after 'by' orders the rows: the score in 'customers by score'. */
  ordersByNumber: boolean;
  /** Parts that the question states itself. A follow-up takes unstated parts from the last plan. */
  states: { aggregate: boolean; sort: boolean };
  /** `true` when the plan has only one of two conditions that a list can't combine. */
  isPart?: true;
}

/** Reason why a sequence of items is not a plan. */
export interface Failure {
  /** Words that could not be used, as typed. */
  words: string;
  reason: string;
  /** `null` when none of the kinds applies. */
  kind: FailureKind | null;
  /** `true` when the question names the list's rows. */
  namesList: boolean;
}

interface PlanContext {
  vocabulary: ListVocabulary;
  columns: readonly ListColumn<never>[];
  /** Business day. */
  today: string;
  /** Plan that a follow-up changes; `null` for a full question. */
  last: Plan | null;
  /** Side of the noun on which a share's numerator is stated. */
  numeratorSide: 'before' | 'after';
}

export const isFailure = (result: Reading | Failure): result is Failure => 'reason' in result;

/**
 * Builds the plan of one list from merged items. Returns a failure with the first words that have
 * no role in the plan. In a follow-up, a period refers to the date column that `last` filters.
 */
export function buildPlan(
  items: readonly InterpretedWords[],
  { vocabulary, columns, today, last, numeratorSide }: PlanContext,
): Reading | Failure {
  const isEdit = last !== null;
  const dated = last?.state.filters.find(({ kind }) => kind === 'dates')?.column;
  const draft = new PlanDraft(items, {
    vocabulary,
    columns,
    today,
    date: dated ?? vocabulary.date,
  });
  try {
    refuseMissing(draft);
    takeNouns(draft);
    takeGroupConditions(draft);
    takeFirst(draft);
    takeGroups(draft);
    takeComparedValues(draft);
    takeCrosses(draft);
    takeBreakdowns(draft);
    groupByStatus(draft);
    takePeriods(draft);
    takeMoves(draft);
    takeActors(draft);
    takeValues(draft);
    takeTests(draft);
    takeMovesWithoutNumber(draft);
    takePhrases(draft);
    takeProducts(draft);
    takeWorkload(draft);
    takeRanks(draft);
    takeMeasures(draft);
    takeWhichHasMore(draft);
    takeDirection(draft);
    takeColumns(draft, isEdit);
    takeAreAllQuestion(draft);
    for (const share of draft.all('share')) splitShareFilters(draft, share, numeratorSide);
    requireAllUsed(draft, isEdit);
    flagAmbiguousException(draft);
    if (!isEdit) refuseEmptyQuestion(draft);
    requireFiltersFitUrl(draft);
    return reading(draft, isEdit);
  } catch (error) {
    if (error instanceof UnusableWordsError)
      return {
        words: error.words,
        reason: error.message,
        kind: error.kind,
        namesList: namesList(draft),
      };
    throw error;
  }
}

function takeNouns(draft: PlanDraft): void {
  for (const noun of draft.all('noun')) {
    if (noun.item.list !== draft.vocabulary.key)
      throw new UnusableWordsError(
        noun.words,
        `I can’t combine the list of ${draft.vocabulary.noun.many} with “${noun.words}”. Ask about one of them.`,
        'other-list',
      );
    draft.used.add(noun);
  }
}

const namesList = (draft: PlanDraft): boolean =>
  draft.all('noun').some(({ item }) => item.list === draft.vocabulary.key);

/** Returns whether a word such as 'with' follows the first noun. */
function isSubject(draft: PlanDraft): boolean {
  const noun = draft.all('noun')[0];
  return noun !== undefined && isKind(draft.items[draft.items.indexOf(noun) + 1], 'with');
}

function reading(draft: PlanDraft, isEdit: boolean): Reading {
  const filters = draft.filters.map(({ filter }) => filter);
  // A follow-up keeps the filters of the last plan, which can differ from the defaults.
  const defaults = isEdit ? [] : (draft.vocabulary.defaults ?? []);
  const added = defaults.filter(({ column }) =>
    filters.every((filter) => filter.column !== column),
  );
  const order = [...draft.columns.keys()];
  return {
    plan: {
      list: draft.vocabulary.key,
      state: {
        search: '',
        filters: [...filters, ...added].sort(
          (one, other) => order.indexOf(one.column) - order.indexOf(other.column),
        ),
        sort: draft.sort,
      },
      aggregate: finalAggregate(draft),
      groups: draft.groups,
      groupOrder: draft.groupOrder,
      shown: draft.shown,
      view: view(draft),
    },
    namesList: namesList(draft),
    isSubject: isSubject(draft),
    isGuess: draft.isGuess,
    ordersByNumber: draft.ordersByNumber,
    states: { aggregate: draft.aggregate !== null, sort: draft.sort.length > 0 },
  };
}

function finalAggregate(draft: PlanDraft): Aggregate {
  if (draft.limit !== null && (draft.groups.length > 0 || draft.aggregate !== null))
    throw new UnusableWordsError(
      draft.all('rank')[0]?.words ?? '',
      'Ask for the top rows or for a figure, not both.',
    );
  refuseCountOfOneCustomer(draft);
  if (draft.aggregate !== null) return draft.aggregate;
  return draft.groups.length > 0 ? { kind: 'count' } : { kind: 'rows', limit: draft.limit };
}

function view(draft: PlanDraft): Plan['view'] {
  const view = draft.all('view')[0];
  return view?.item.view ?? 'auto';
}
