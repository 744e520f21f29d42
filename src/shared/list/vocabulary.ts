import type { CsvExport } from './csv-export.ts';
import type { ListFilter } from './state.ts';

/**
 * Words for the open work of a user. A question with one of these words can be about every list
 * whose vocabulary has a `workload`.
 */
export const workloadWords = [
  'workload',
  'work load',
  'open work',
  'open items',
  ...['my', 'their', 'the team’s'].map((whose) => `on ${whose} plate`),
] as const;

/** Words with which users ask about a column, in addition to its label. */
export interface ColumnVocabulary {
  /** Synonyms of the label. A word that several columns of a list claim is ambiguous. */
  words?: readonly string[];
  /**
   * `true` when the label isn’t a word for the column, for example because it is the list’s noun.
   */
  ignoresLabel?: true;
  /** Words that mean the column only in a comparison or a ranking: 'forms' in 'top 5 by forms'. */
  comparedWords?: readonly string[];
  /**
   * `true` when `comparedWords` name a product and the column measures its use. The words then also
   * mean the customers that use the product: 'with forms but not payments'.
   */
  isUsage?: true;
  /** Comparatives of the column for a larger and a smaller number, such as 'older than'. */
  above?: readonly string[];
  below?: readonly string[];
  /** Comparatives that compare the figures of two groups, such as 'healthier'. */
  higher?: readonly string[];
  lower?: readonly string[];
  /** Synonyms of displayed values, by value. */
  values?: Readonly<Record<string, readonly string[]>>;
  /**
   * `true` when a value is only recognized beside a word for the column: 'external source
   * Salesforce'.
   */
  valuesNeedName?: true;
  /** `true` for a text column whose values users can name in questions, such as the city. */
  hasValues?: true;
  /**
   * `true` when one word is enough to name a value, such as a first name. A word that occurs in
   * several values has several meanings.
   */
  hasValueParts?: true;
  /** Displayed value that means 'none' in a column that is never empty, such as 'Unassigned'. */
  noneValue?: string;
  /**
   * `true` when the values are steps of a scale, such as Low to High. 'Top' can then mean the
   * highest step or the most frequent one.
   */
  isScale?: true;
  /** `true` when a sum over rows is meaningful, as for money and counts. */
  isAdditive?: true;
  /** Superlatives for the high end and the low end, such as 'largest' and 'smallest'. */
  highest?: readonly string[];
  lowest?: readonly string[];
  /**
   * Text that describes a filter on the column, with '{}' for the values. '{} …' puts the values
   * before the list's noun: 'Critical customers'. Any other text follows the noun: 'in {}'.
   */
  reading?: string;
  /**
   * Number of days that a date column goes back, when the list leaves out older rows. A question
   * about an earlier time is refused.
   */
  historyDays?: number;
  /** Number of days that a date column goes ahead, when the list leaves out later rows. */
  futureDays?: number;
  /** Verbs for a rise and a fall, for a column of changes: 'dropped more than 5 points'. */
  rises?: readonly string[];
  falls?: readonly string[];
  /**
   * For a column of months: key of the date column from which the months are counted. A question in
   * days or weeks filters that date column, such as 'live for less than 90 days'.
   */
  countsSince?: string;
  /** Unit of a number that the column shows without one, such as 'months'. */
  unit?: string;
  /** Verbs of a date column that take a period, such as 'closed' in 'closed this month'. */
  verbs?: readonly string[];
  /** Verbs that mean today or later when they have no period, such as 'leaving'. */
  upcomingVerbs?: readonly string[];
  /**
   * Verbs that mean before today when they have no period, such as 'overdue'. They apply only to
   * rows that match the list's `unfinished` filter.
   */
  passedVerbs?: readonly string[];
  /** Verbs that must have a period, such as 'live' in 'live since 2020'. */
  datedVerbs?: readonly string[];
  /**
   * Key of the column with the user who does what the column's verbs say: 'closed by' for 'action
   * items I closed'.
   */
  actor?: string;
  /** `true` for a date column without days in the future. */
  isPast?: true;
  /** `true` when the column is the change of one week, so that 'this week' adds nothing. */
  isWeekly?: true;
  /**
   * `true` when values rarely change, so that current values also answer questions about last week.
   */
  isStable?: true;
  /** Key of the column with the value of the week before, for questions about last week. */
  weekBefore?: string;
}

/**
 * Vocabulary of a list: the words with which users ask about its rows. Together with the list's
 * columns, it makes the list askable. A room exports it beside its columns and registers it in its
 * `room.ts`.
 */
export interface ListVocabulary {
  /** Key in plans, such as 'customers'. Unique; its meaning must never change. */
  key: string;
  /** Nouns for the rows. `one` and `many` are displayed; `synonyms` are understood as well. */
  noun: { one: string; many: string; synonyms: readonly string[] };
  /**
   * Synonyms of the list's noun that can also mean locations of customers, such as 'practices'. The
   * answer notes that the word was understood as the list's rows.
   */
  locationNouns?: readonly string[];
  /** Other words by which a question names the list, such as 'most likely to churn'. */
  nameWords?: readonly string[];
  /** Meaning of one row, such as 'one row for each customer'. */
  grain: string;
  /** Contract of the export that reads the rows. */
  export: CsvExport;
  /** Query of the export. */
  query?: Readonly<Record<string, string>>;
  /** Path and query of the page that shows the rows. The list's state is appended to it. */
  page: string;
  /**
   * Key of the column of users that 'my' refers to; `null` when the rows have no user.
   */
  person: string | null;
  /**
   * Key of the date column to which a period without a verb applies, such as the due date in
   * 'renewals this month'; `null` when the rows describe only today.
   */
  date: string | null;
  /**
   * Key of the column that a comparison or superlative means when it names no column; `null` when
   * the question must name a column.
   */
  measure: string | null;
  /**
   * Key of the column that a length of time means when the question names no column, such as the
   * age in 'open tickets over 3 days'.
   */
  duration?: string;
  /**
   * Column that is filtered by a length of time with 'overdue', such as 'overdue by 3 days'. `isNegative` is `true` when the column counts
   * the time that is left, so that overdue rows have a negative value.
   */
  overdueBy?: { column: string; isNegative?: true };
  /** Filter for the rows that are not done. Without this filter, 'overdue' applies to all rows. */
  unfinished?: ListFilter;
  /** Filters for the rows that are a user's workload; omitted when the rows are not work to do. */
  workload?: readonly ListFilter[];
  /**
   * Denominators of shares: the share of rows with one of `values` is computed among the rows with one
   * of `among`, such as met clocks among ended clocks.
   */
  shareBases?: readonly { column: string; values: readonly string[]; among: readonly string[] }[];
  /** Note on rankings of groups by their number of rows. */
  rankNote?: string;
  /** Words for rows or figures that the list doesn't have, with the reason for the user. */
  missing?: readonly { words: readonly string[]; reason: string }[];
  /** Reason for refusing a period in a list without dates. */
  noDateReason?: string;
  /**
   * Key of the column with the name of the row's customer; `null` when the rows have no customer.
   */
  customer: string | null;
  /** `true` when each row is a customer, so that 'customers' means the rows. */
  hasCustomerRows?: true;
  /**
   * `true` when the list shows the cases of its customers, which users assign, snooze and close
   * with an outcome.
   */
  hasRiskCases?: true;
  columns: Readonly<Record<string, ColumnVocabulary>>;
  /** Key of the column that 'how are … doing' groups by. */
  status?: string;
  /** Adjectives and phrases that mean filters, such as 'at risk'. */
  phrases: readonly ListPhrase[];
  /** Phrases that ask for columns, such as 'why' for the causes of a change. */
  views?: readonly { words: readonly string[]; columns: readonly string[] }[];
  /**
   * Filters that apply unless the question names their columns, such as 'open'. The answer’s notes
   * state them.
   */
  defaults?: readonly ListFilter[];
  /** Questions that the list can answer, for the catalog. */
  examples: readonly string[];
}

export interface ListPhrase {
  words: readonly string[];
  filters: readonly ListFilter[];
}
