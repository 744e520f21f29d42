import { numberText } from '#shared/core/words.ts';
import type { ListGrouping } from '#shared/list/aggregate.ts';
import { isNumericColumn, type ListColumn } from '#shared/list/column.ts';
import type { ListFilter, ListSort } from '#shared/list/state.ts';
import type { ColumnVocabulary, ListVocabulary } from '#shared/list/vocabulary.ts';
import type { InterpretedWords, WordMeaning } from '../items.ts';
import { type Aggregate, maxGroupColumns, maxLimit, type Plan } from '../plan.ts';
import { isGroupableColumn } from '../plan-problems.ts';

export type PlacedItemOf<Kind extends WordMeaning['is']> = InterpretedWords & {
  item: Extract<WordMeaning, { is: Kind }>;
};

export const isKind = <Kind extends WordMeaning['is']>(
  placed: InterpretedWords | undefined,
  ...kinds: Kind[]
): placed is PlacedItemOf<Kind> =>
  placed !== undefined && kinds.some((kind) => kind === placed.item.is);

/** Returns whether an item has no role of its own in a plan, such as 'of' or 'with'. */
export const hasNoPlanRole = (placed: InterpretedWords): boolean =>
  isKind(placed, 'filler', 'is', 'of', 'with', 'all', 'only', 'and', 'who', 'everyone', 'showing');

/**
 * Kind of a failure, used to choose the failure that is reported. `only-today`: the list doesn't
 * know the past. `other-list`: the question has a noun of another list. `bare-value`: a value needs
 * the name of its column.
 */
export type FailureKind = 'only-today' | 'other-list' | 'bare-value';

/** Thrown for the first words of a question that have no role in the plan. */
export class UnusableWordsError extends Error {
  readonly words: string;
  readonly kind: FailureKind | null;
  constructor(words: string, reason: string, kind: FailureKind | null = null) {
    super(reason);
    this.words = words;
    this.kind = kind;
  }
}

/**
 * Returns the error for a question about the past when the list knows the figure only for today.
 */
export const createOnlyTodayError = (words: string, exception = ''): UnusableWordsError =>
  new UnusableWordsError(words, `I only know this for today${exception}.`, 'only-today');

/**
 * Plan while it is built: the items of the question, the items that have a role, and the resulting
 * parts of the plan.
 */
export class PlanDraft {
  readonly items: readonly InterpretedWords[];
  readonly vocabulary: ListVocabulary;
  /** Key of the date column for periods without a verb; `null` when the list has no such column. */
  readonly date: string | null;
  /** Business day. */
  readonly today: string;
  /** `true` when the plan contains an assumption, such as the date column of a period. */
  isGuess = false;
  /** `true` when a numeric column after 'by' orders the rows: the score in 'customers by score'. */
  ordersByNumber = false;
  /** `true` when the question is about last week, so that columns of today can't be used. */
  isLastWeek = false;
  /** `true` when a column with the value of last week is used. */
  usesLastWeek = false;
  readonly columns: ReadonlyMap<string, ListColumn<never>>;
  readonly used = new Set<InterpretedWords>();
  readonly filters: { filter: ListFilter; at: number }[] = [];
  readonly groups: ListGrouping[] = [];
  readonly shown: string[] = [];
  sort: ListSort[] = [];
  limit: number | null = null;
  groupOrder: Plan['groupOrder'] = null;
  aggregate: Aggregate | null = null;

  constructor(
    items: readonly InterpretedWords[],
    {
      vocabulary,
      columns,
      today,
      date,
    }: {
      vocabulary: ListVocabulary;
      columns: readonly ListColumn<never>[];
      today: string;
      date: string | null;
    },
  ) {
    this.items = items;
    this.vocabulary = vocabulary;
    this.date = date;
    this.today = today;
    this.columns = new Map(columns.map((column) => [column.key, column]));
  }

  column(key: string): ListColumn<never> {
    const column = this.columns.get(key);
    if (column === undefined) throw new Error(`The list has no column ${key}`);
    return column;
  }

  words(key: string): ColumnVocabulary | undefined {
    return this.vocabulary.columns[key];
  }

  /** Returns the item after an item, without transparent items between them. */
  next(placed: InterpretedWords): InterpretedWords | undefined {
    return this.items.slice(this.items.indexOf(placed) + 1).find((each) => !hasNoPlanRole(each));
  }

  previous(placed: InterpretedWords): InterpretedWords | undefined {
    return this.items.slice(0, this.items.indexOf(placed)).findLast((each) => !hasNoPlanRole(each));
  }

  all<Kind extends WordMeaning['is']>(kind: Kind): PlacedItemOf<Kind>[] {
    return this.items.filter((placed): placed is PlacedItemOf<Kind> => isKind(placed, kind));
  }

  /** Returns the column with the value of last week when the question is about last week. */
  ofWeek(column: string): string {
    const before = this.isLastWeek ? this.words(column)?.weekBefore : undefined;
    this.usesLastWeek ||= before !== undefined;
    return before ?? column;
  }

  /** Refuses a column that is known only for today when the question is about last week. */
  requireWeek(column: string, placed: InterpretedWords): void {
    const isKnown =
      this.words(column)?.isStable === true ||
      [...this.columns.keys()].some((key) => this.words(key)?.weekBefore === column);
    if (this.isLastWeek && !isKnown) throw createOnlyTodayError(placed.words);
  }

  addFilter(filter: ListFilter, placed: InterpretedWords): void {
    const { label } = this.column(filter.column);
    this.requireWeek(filter.column, placed);
    if (this.filters.some((each) => each.filter.column === filter.column))
      throw new UnusableWordsError(placed.words, `Use only one condition on ${label}.`);
    this.filters.push({ filter, at: this.items.indexOf(placed) });
    this.used.add(placed);
  }

  /** Leaves out rows that are done, unless the question has a condition on the same column. */
  requireUnfinished(placed: InterpretedWords): void {
    const { unfinished } = this.vocabulary;
    if (unfinished === undefined) return;
    const isNamed =
      this.filters.some(({ filter }) => filter.column === unfinished.column) ||
      this.items.some(
        (each) => isKind(each, 'values', 'column') && each.item.column === unfinished.column,
      );
    if (!isNamed) this.addFilter(unfinished, placed);
  }

  /** Returns whether the question asks for a figure instead of rows. */
  hasFigure(): boolean {
    return this.items.some((each) => isKind(each, 'count', 'measure', 'share'));
  }

  isGroupable(key: string): boolean {
    return isGroupableColumn(this.column(key), this.vocabulary);
  }

  isValueText(key: string): boolean {
    return key === this.vocabulary.customer || this.words(key)?.hasValues === true;
  }

  isOrdered(key: string): boolean {
    const column = this.column(key);
    return isNumericColumn(column) || column.kind === 'date';
  }

  group(column: string, placed: InterpretedWords): void {
    if (this.groups.length === maxGroupColumns)
      throw new UnusableWordsError(placed.words, `Group by at most ${maxGroupColumns} columns.`);
    if (!this.isGroupable(column))
      throw new UnusableWordsError(
        placed.words,
        `Rows can’t be grouped by ${this.column(column).label}.`,
      );
    this.requireWeek(column, placed);
    this.groups.push({
      column,
      unit: this.column(column).kind === 'date' ? 'month' : 'value',
    });
    this.used.add(placed);
  }

  /** Refuses a number of rows such as 0, 2.5 or 5,000. */
  requireLimit(limit: number, placed: InterpretedWords): number {
    if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit)
      throw new UnusableWordsError(placed.words, `Ask for 1 to ${numberText(maxLimit)} rows.`);
    return limit;
  }

  setAggregate(aggregate: Aggregate, placed: InterpretedWords): void {
    if ('column' in aggregate) this.requireWeek(aggregate.column, placed);
    if (this.aggregate !== null && JSON.stringify(this.aggregate) !== JSON.stringify(aggregate))
      throw new UnusableWordsError(placed.words, 'Ask for one figure at a time.');
    this.aggregate = aggregate;
    this.used.add(placed);
  }
}
