import type { Statistic } from '#shared/list/aggregate.ts';
import type { ListFilter } from '#shared/list/state.ts';

export type ComparisonOperator = '<' | '<=' | '>' | '>=' | '=';

/** Inclusive range of days. `null` means no bound. */
export interface Period {
  from: string | null;
  to: string | null;
  /** Text for the reading, such as 'this month'. */
  label: string;
  /** `true` for a month without a year, which is read as a month of two years. */
  isOneOfTwo?: true;
}

/**
 * Kind of a superlative: 'top' orders the rows, 'extreme' can also ask for the highest or lowest
 * figure, 'count' orders by a number of rows, such as 'most', and 'whole' orders without a limit.
 */
export type SuperlativeKind = 'top' | 'extreme' | 'count' | 'whole';

type PlainKind =
  | 'and'
  | 'or'
  | 'not'
  /** Negates only the condition after it: 'critical without open tickets' keeps 'critical'. */
  | 'without'
  | 'by'
  | 'order'
  | 'with'
  | 'all'
  | 'only'
  | 'is'
  | 'of'
  | 'past'
  | 'versus'
  | 'who'
  /** Introduces columns to show: 'with their owner and score'. */
  | 'showing'
  /** All users: 'everyone with a critical score'. */
  | 'everyone'
  /** Sign between two columns that form groups: 'tier x size'. */
  | 'cross'
  /** Beginning and end of 'how are … doing'. */
  | 'how'
  | 'doing'
  /** Asks for groups by the column beside it: 'EHR breakdown'. */
  | 'breakdown'
  /** Change from one value to another: 'moved from Medium to Critical'. */
  | 'moved'
  /** Change to a value from any other one: 'became Critical'. */
  | 'became'
  /** Asks for the first rows in an order that the question names: 'first 20 customers by name'. */
  | 'first'
  /** Asks for the order of the customers' names. */
  | 'alphabetical'
  /** Word that marks a follow-up, such as 'instead'. */
  | 'edit';

/** Meaning of a word or phrase of a question. */
export type WordMeaning =
  | { is: 'noun'; list: string }
  /** With `isCompared`, the word means the column only in a comparison or a sort order. */
  | { is: 'column'; column: string; isNegated: boolean; isCompared?: true }
  /**
   * Verb of a date column, which needs a period. Without a period, `without` says which rows it
   * means: those from today, those before today, or those without a date.
   */
  | { is: 'verb'; column: string; without?: 'upcoming' | 'passed' | 'nothing' }
  | { is: 'values'; column: string; values: readonly string[]; isNegated: boolean }
  /**
   * Product that rows use or don't use. `unused` is the meaning of 'not used': zero usage, or
   * unknown usage.
   */
  | { is: 'product'; column: string; unused: 'zero' | 'unknown'; isNegated: boolean }
  | { is: 'phrase'; filters: readonly ListFilter[]; isNegated: boolean }
  | { is: 'shown'; columns: readonly string[] }
  | { is: 'viewer' }
  /** The user who asks, as the subject of a verb: 'action items I closed'. */
  | { is: 'actor' }
  /** Asks for the open rows of each user. */
  | { is: 'workload' }
  /** Word for data that the list doesn't have. `reason` explains this to the user. */
  | { is: 'missing'; reason: string }
  | { is: 'count' }
  | { is: 'rows'; isSoft: boolean }
  | { is: 'measure'; kind: Statistic }
  | { is: 'share' }
  /** With `column`, the comparative is of this column: 'older than'. */
  | { is: 'comparison'; comparison: ComparisonOperator; column?: string }
  | { is: 'suffix'; comparison: ComparisonOperator }
  | { is: 'between' }
  | { is: 'number'; value: number; unit: string | null }
  | { is: 'unit'; unit: string }
  | { is: 'test'; from: Bound | null; to: Bound | null; unit: string | null; column?: string }
  | { is: PlainKind }
  | {
      is: 'rank';
      descending: boolean;
      column: string | null;
      count: number | null;
      by: SuperlativeKind;
    }
  /**
   * Compares two values: 'which has more customers, Texas or Florida'. With `isCount`, the numbers of
   * rows are compared.
   */
  | { is: 'comparative'; descending: boolean; column?: string; isCount?: true }
  | { is: 'period'; period: Period }
  | { is: 'bound'; bound: 'before' | 'after' | 'since' | 'until' }
  /** Verb of a change, such as 'dropped' in 'dropped more than 5 points'. */
  | { is: 'move'; column: string; isFall: boolean }
  | { is: 'direction'; descending: boolean }
  /**
   * Unit of time for groups. Groups are always months; `isNear` is `true` when another unit is
   * typed.
   */
  | { is: 'month'; isNear: boolean }
  | { is: 'view'; view: 'chart' | 'table' }
  | { is: 'filler' };

export interface Bound {
  value: number;
  isExclusive: boolean;
}

/** Item with the words that it stands for, as typed. */
export interface InterpretedWords {
  item: WordMeaning;
  words: string;
}
