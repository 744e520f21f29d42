import type { ListGrouping } from '#shared/list/aggregate.ts';
import { isNumericColumn, type ListColumn } from '#shared/list/column.ts';
import type { ListFilter, ListSort } from '#shared/list/state.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { negateFilter } from './filters.ts';
import type { Item, PlacedItem } from './items.ts';
import { type Aggregate, maxGroups, type Plan } from './plan.ts';

/** Reading of a question for one list. */
export interface Reading {
  plan: Plan;
  /** `true` when the question names the list's rows. */
  namesList: boolean;
}

/** Reason why a sequence of items is not a plan. */
export interface Failure {
  /** Words that could not be used, as typed. */
  words: string;
  reason: string;
}

export const isFailure = (result: Reading | Failure): result is Failure => 'reason' in result;

/** Number of rows of a superlative without a number, such as 'the largest customers'. */
const defaultLimit = 10;

type Placed<Kind extends Item['is']> = PlacedItem & { item: Extract<Item, { is: Kind }> };

const isKind = <Kind extends Item['is']>(
  placed: PlacedItem | undefined,
  ...kinds: Kind[]
): placed is Placed<Kind> => placed !== undefined && kinds.some((kind) => kind === placed.item.is);

/** Items without a role of their own between the others. */
const isTransparent = (placed: PlacedItem): boolean =>
  isKind(placed, 'filler', 'is', 'of', 'with', 'all', 'only', 'and');

const unitOf = ({ kind, prefix, unit }: ListColumn<never>): string | null => {
  if (prefix === '$') return '$';
  const text = (unit ?? (kind === 'percent' ? '%' : '')).trim();
  const units: Record<string, string> = {
    d: 'days',
    wk: 'weeks',
    h: 'hours',
    pts: 'points',
    '×': '',
  };
  return (units[text] ?? text) || null;
};

/**
 * Builds the plan of one list from merged items. Every item must have a role. Returns a failure
 * with the words of the first item without one.
 */
export function buildPlan(
  items: readonly PlacedItem[],
  vocabulary: ListVocabulary,
  columns: readonly ListColumn<never>[],
): Reading | Failure {
  return new PlanBuilder(items, vocabulary, columns).build();
}

class Unusable extends Error {
  readonly words: string;
  constructor(words: string, reason: string) {
    super(reason);
    this.words = words;
  }
}

class PlanBuilder {
  readonly #items: readonly PlacedItem[];
  readonly #vocabulary: ListVocabulary;
  readonly #columns: ReadonlyMap<string, ListColumn<never>>;
  readonly #used = new Set<PlacedItem>();
  readonly #filters: { filter: ListFilter; at: number }[] = [];
  readonly #groups: ListGrouping[] = [];
  readonly #shown: string[] = [];
  #sort: ListSort[] = [];
  #limit: number | null = null;
  #groupOrder: Plan['groupOrder'] = null;
  #aggregate: Aggregate | null = null;

  constructor(
    items: readonly PlacedItem[],
    vocabulary: ListVocabulary,
    columns: readonly ListColumn<never>[],
  ) {
    this.#items = items;
    this.#vocabulary = vocabulary;
    this.#columns = new Map(columns.map((column) => [column.key, column]));
  }

  build(): Reading | Failure {
    try {
      this.#takeNouns();
      this.#takeGroups();
      this.#takeComparedValues();
      this.#takePeriods();
      this.#takeValues();
      this.#takeTests();
      this.#takePhrases();
      this.#takeRanks();
      this.#takeMeasures();
      this.#takeColumns();
      for (const share of this.#all('share')) this.#takeShare(share);
      this.#requireAllUsed();
      return this.#reading();
    } catch (error) {
      if (error instanceof Unusable) return { words: error.words, reason: error.message };
      throw error;
    }
  }

  #column(key: string): ListColumn<never> {
    const column = this.#columns.get(key);
    if (column === undefined) throw new Error(`The list has no column ${key}`);
    return column;
  }

  #words(key: string) {
    return this.#vocabulary.columns[key];
  }

  #next(placed: PlacedItem): PlacedItem | undefined {
    return this.#items.slice(this.#items.indexOf(placed) + 1).find((each) => !isTransparent(each));
  }

  #previous(placed: PlacedItem): PlacedItem | undefined {
    return this.#items
      .slice(0, this.#items.indexOf(placed))
      .findLast((each) => !isTransparent(each));
  }

  #all<Kind extends Item['is']>(kind: Kind): Placed<Kind>[] {
    return this.#items.filter((placed): placed is Placed<Kind> => isKind(placed, kind));
  }

  #addFilter(filter: ListFilter, placed: PlacedItem): void {
    const { label } = this.#column(filter.column);
    if (this.#filters.some((each) => each.filter.column === filter.column))
      throw new Unusable(placed.words, `A list can have only one filter on ${label}.`);
    this.#filters.push({ filter, at: this.#items.indexOf(placed) });
    this.#used.add(placed);
  }

  #takeNouns(): void {
    for (const noun of this.#all('noun')) {
      if (noun.item.list !== this.#vocabulary.key)
        throw new Unusable(noun.words, `This list has no rows for “${noun.words}”.`);
      this.#used.add(noun);
    }
  }

  /** Groups by the columns after 'by' and 'each'; a number or date after 'by' orders the rows. */
  #takeGroups(): void {
    for (const by of [...this.#all('by'), ...this.#all('order')]) {
      let target = this.#next(by);
      if (isKind(target, 'month') && this.#vocabulary.date !== null) {
        this.#group(this.#vocabulary.date, target);
      } else if (isKind(target, 'column')) {
        const { column } = target.item;
        if (isKind(by, 'order') || isNumericColumn(this.#column(column)))
          this.#order(column, target);
        else this.#group(column, target);
      } else throw new Unusable(by.words, `“${by.words}” needs the name of a column.`);
      this.#used.add(by);
      const after = this.#items[this.#items.indexOf(target) + 1];
      if (after !== undefined && isKind(after, 'and')) {
        const other = this.#next(target);
        if (isKind(other, 'column') && this.#isGroupable(other.item.column)) {
          this.#group(other.item.column, other);
          target = other;
        }
      }
    }
  }

  #isGroupable(key: string): boolean {
    const { kind } = this.#column(key);
    return kind === 'option' || kind === 'flag' || kind === 'date' || this.#isValueText(key);
  }

  #isValueText(key: string): boolean {
    return key === this.#vocabulary.customer || this.#words(key)?.hasValues === true;
  }

  #group(column: string, placed: PlacedItem): void {
    if (!this.#isGroupable(column) || this.#groups.length === maxGroups)
      throw new Unusable(placed.words, `Rows can’t be grouped by ${this.#column(column).label}.`);
    this.#groups.push({
      column,
      unit: this.#column(column).kind === 'date' ? 'month' : 'value',
    });
    this.#used.add(placed);
  }

  #order(column: string, placed: PlacedItem): void {
    const rank = this.#all('rank').find((each) => each.item.column === null);
    if (rank !== undefined) {
      this.#takeRank(rank, column);
    } else this.#sort = [{ column, descending: isNumericColumn(this.#column(column)) }];
    this.#used.add(placed);
  }

  #takeComparedValues(): void {
    for (const versus of this.#all('versus')) {
      const values = this.#next(versus);
      const next = isKind(values, 'versus') ? this.#next(values) : values;
      if (!isKind(next, 'values') || next.item.values.length < 2)
        throw new Unusable(versus.words, 'A comparison needs two values of one column.');
      if (this.#groups.every(({ column }) => column !== next.item.column))
        this.#group(next.item.column, next);
      this.#used.delete(next);
      this.#used.add(versus);
      if (isKind(values, 'versus')) this.#used.add(values);
    }
  }

  #takePeriods(): void {
    for (const period of this.#all('period')) {
      const neighbours = [this.#previous(period), this.#next(period)];
      const named = neighbours.find(
        (each): each is Placed<'verb' | 'column'> =>
          isKind(each, 'verb', 'column') &&
          !this.#used.has(each) &&
          this.#column(each.item.column).kind === 'date',
      );
      const verbs = this.#all('verb').filter((verb) => !this.#used.has(verb));
      const verb = named ?? (verbs.length === 1 ? verbs[0] : undefined);
      const { from, to, label } = period.item.period;
      const column = verb?.item.column ?? this.#vocabulary.date;
      if (column === null) {
        if (period.words.toLowerCase() === 'today') this.#used.add(period);
        else throw new Unusable(period.words, `I only know this for today, not ${label}.`);
        continue;
      }
      this.#addFilter({ column, kind: 'dates', from, to }, period);
      if (verb !== undefined) this.#used.add(verb);
    }
  }

  #takeValues(): void {
    for (const values of this.#all('values')) {
      const { column, isNegated } = values.item;
      const neighbour = [this.#previous(values), this.#next(values)].find(
        (each): each is Placed<'column'> =>
          isKind(each, 'column') && each.item.column === column && !this.#used.has(each),
      );
      if (neighbour === undefined && this.#words(column)?.valuesNeedName === true)
        throw new Unusable(values.words, `“${values.words}” needs the name of its column.`);
      if (neighbour !== undefined) this.#used.add(neighbour);
      const isOpposite = isNegated !== (neighbour?.item.isNegated ?? false);
      this.#addFilter(
        { column, kind: this.#valuesKind(column, isOpposite), values: values.item.values },
        values,
      );
    }
  }

  #valuesKind(column: string, isNegated: boolean) {
    if (this.#column(column).kind === 'text') return isNegated ? 'text-none-of' : 'text-one-of';
    return isNegated ? 'none-of' : 'one-of';
  }

  /** Filters by the numbers. The column is the next one, else the one before. */
  #takeTests(): void {
    for (const test of this.#all('test')) {
      const { from, to, unit } = test.item;
      const fits = (key: string): boolean => {
        const column = this.#column(key);
        return isNumericColumn(column) && (unit === null || unitOf(column) === unit);
      };
      const named = [this.#next(test), this.#previous(test)].find(
        (each): each is Placed<'column'> =>
          isKind(each, 'column') &&
          !this.#used.has(each) &&
          isNumericColumn(this.#column(each.item.column)),
      );
      if (named === undefined)
        throw new Unusable(test.words, `“${test.words}” needs the name of a number.`);
      const { column } = named.item;
      if (named.item.isNegated || !fits(column))
        throw new Unusable(
          test.words,
          `${this.#column(column).label} is not measured in ${unit ?? 'this unit'}.`,
        );
      this.#addFilter(
        {
          column,
          kind: 'range',
          from: from?.value ?? null,
          to: to?.value ?? null,
          ...(from?.isExclusive === true ? { isFromExclusive: true as const } : {}),
          ...(to?.isExclusive === true ? { isToExclusive: true as const } : {}),
        },
        test,
      );
      this.#used.add(named);
    }
  }

  #takePhrases(): void {
    for (const phrase of this.#all('phrase')) {
      const { filters, isNegated } = phrase.item;
      for (const filter of filters) {
        const effective = isNegated && filters.length === 1 ? negateFilter(filter) : filter;
        if (effective === undefined || (isNegated && filters.length > 1))
          throw new Unusable(phrase.words, `“${phrase.words}” can’t be excluded.`);
        this.#addFilter(effective, phrase);
      }
    }
  }

  #takeRank(rank: Placed<'rank'>, column: string): void {
    this.#sort = [{ column, descending: rank.item.descending }];
    this.#limit = rank.item.count ?? this.#pendingCount() ?? this.#impliedLimit();
    this.#used.add(rank);
  }

  /** Uses the number of 'the 5 customers with the lowest score'. */
  #pendingCount(): number | null {
    const number = this.#all('number').find(
      (each) =>
        !this.#used.has(each) &&
        each.item.unit === null &&
        isKind(this.#next(each), 'noun', 'values', 'phrase'),
    );
    if (number === undefined) return null;
    this.#used.add(number);
    return number.item.value;
  }

  /** One row when the question has the singular noun, such as 'which customer has the most'. */
  #impliedLimit(): number {
    const noun = this.#all('noun')[0];
    return noun?.words.toLowerCase() === this.#vocabulary.noun.one ? 1 : defaultLimit;
  }

  #takeRanks(): void {
    for (const rank of this.#all('rank')) {
      if (this.#used.has(rank)) continue;
      if (this.#sort.length > 0 || this.#groupOrder !== null)
        throw new Unusable(rank.words, `“${rank.words}” would be a second order.`);
      const next = this.#next(rank);
      const column =
        rank.item.column ??
        (isKind(next, 'column') && !this.#used.has(next) && this.#isOrdered(next.item.column)
          ? next.item.column
          : null);
      if (column !== null) {
        this.#takeRank(rank, column);
        if (isKind(next, 'column') && next.item.column === column) this.#used.add(next);
        continue;
      }
      if (this.#takeGroupRank(rank)) continue;
      const { measure } = this.#vocabulary;
      if (measure === null || !isKind(next, 'noun', 'values', 'phrase'))
        throw new Unusable(rank.words, `“${rank.words}” needs the name of a number.`);
      this.#takeRank(rank, measure);
    }
  }

  #isOrdered(key: string): boolean {
    const column = this.#column(key);
    return isNumericColumn(column) || column.kind === 'date';
  }

  /** Orders groups, as in 'which owner has the most customers'. */
  #takeGroupRank(rank: Placed<'rank'>): boolean {
    const soft = this.#items.find((each) => isKind(each, 'rows') && each.item.isSoft);
    const asked = soft && this.#next(soft);
    if (isKind(asked, 'column') && !this.#used.has(asked) && this.#isGroupable(asked.item.column))
      this.#group(asked.item.column, asked);
    const isPlural = asked !== undefined && /s$/i.test(asked.words);
    if (this.#groups.length === 0) return false;
    this.#groupOrder = {
      descending: rank.item.descending,
      limit: rank.item.count ?? (isPlural ? defaultLimit : 1),
    };
    this.#used.add(rank);
    return true;
  }

  #takeMeasures(): void {
    for (const measure of this.#all('measure')) this.#takeMeasure(measure);
    for (const count of this.#all('count')) this.#takeCount(count);
    for (const rows of this.#all('rows')) this.#used.add(rows);
  }

  #setAggregate(aggregate: Aggregate, placed: PlacedItem): void {
    if (this.#aggregate !== null && JSON.stringify(this.#aggregate) !== JSON.stringify(aggregate))
      throw new Unusable(placed.words, `“${placed.words}” would be a second figure.`);
    this.#aggregate = aggregate;
    this.#used.add(placed);
  }

  #takeMeasure(measure: Placed<'measure'>): void {
    const { kind } = measure.item;
    const named = [this.#next(measure), this.#previous(measure)].find(
      (each): each is Placed<'column'> =>
        isKind(each, 'column') &&
        !this.#used.has(each) &&
        isNumericColumn(this.#column(each.item.column)),
    );
    if (named === undefined) {
      if (kind === 'sum' && isKind(this.#next(measure), 'noun', 'values', 'phrase')) {
        this.#setAggregate({ kind: 'count' }, measure);
        return;
      }
      throw new Unusable(measure.words, `“${measure.words}” needs the name of a number.`);
    }
    const { column } = named.item;
    const { label } = this.#column(column);
    if (kind === 'sum' && this.#words(column)?.isAdditive !== true)
      throw new Unusable(measure.words, `${label} can’t be added up. Ask for the average.`);
    this.#used.add(named);
    this.#setAggregate({ kind, column }, measure);
  }

  /** Counts rows, or adds up a count, as in 'how many open tickets do our customers have'. */
  #takeCount(count: Placed<'count'>): void {
    const next = this.#next(count);
    if (
      isKind(next, 'column') &&
      !this.#used.has(next) &&
      this.#words(next.item.column)?.isAdditive === true
    ) {
      this.#used.add(next);
      this.#setAggregate({ kind: 'sum', column: next.item.column }, count);
    } else this.#setAggregate({ kind: 'count' }, count);
  }

  /** Splits the filters: those after 'are' or 'have' are the numerator. */
  #takeShare(share: Placed<'share'>): void {
    const start = this.#items.indexOf(share);
    const noun = this.#items.findIndex((each, at) => at > start && isKind(each, 'noun'));
    const split = this.#items.findIndex(
      (each, at) => at > Math.max(start, noun) && isKind(each, 'is', 'with', 'past'),
    );
    const isNumerator = (at: number) => (split >= 0 ? at > split : noun >= 0 && at < noun);
    const numerator = this.#filters.filter(({ at }) => isNumerator(at));
    if (numerator.length === 0)
      throw new Unusable(share.words, 'A share needs a condition, such as “that are at risk”.');
    if (split < 0 && this.#filters.length > numerator.length)
      throw new Unusable(
        share.words,
        'It is not clear which rows the share is of. Ask “What share of … are …?”.',
      );
    for (const each of numerator) this.#filters.splice(this.#filters.indexOf(each), 1);
    this.#setAggregate({ kind: 'share', filters: numerator.map(({ filter }) => filter) }, share);
  }

  /** Uses the columns that have no role yet. */
  #takeColumns(): void {
    for (const placed of [...this.#all('column'), ...this.#all('verb')]) {
      if (this.#used.has(placed)) continue;
      const { column: key } = placed.item;
      const column = this.#column(key);
      const before = this.#items[this.#items.indexOf(placed) - 1];
      const isNegated = isKind(placed, 'column') && placed.item.isNegated;
      const isOwned = isKind(before, 'with');
      if (isNegated || isOwned || column.kind === 'flag' || isKind(placed, 'verb'))
        this.#addFilter(this.#presence(column, isNegated), placed);
      else if (key === this.#vocabulary.customer) this.#used.add(placed);
      else if (this.#asksForRows()) {
        this.#shown.push(key);
        this.#used.add(placed);
      }
    }
  }

  #asksForRows(): boolean {
    return (
      this.#all('rows').length > 0 &&
      this.#all('share').length === 0 &&
      this.#aggregate === null &&
      this.#groups.length === 0
    );
  }

  /** Filter for rows that have something, such as 'with open tickets', or do not have it. */
  #presence(column: ListColumn<never>, isNegated: boolean): ListFilter {
    const { key } = column;
    const noneValue = this.#words(key)?.noneValue;
    if (column.kind === 'flag') return { column: key, kind: 'is', value: !isNegated };
    if (noneValue !== undefined)
      return { column: key, kind: isNegated ? 'one-of' : 'none-of', values: [noneValue] };
    if (isNumericColumn(column) && this.#words(key)?.isAdditive === true)
      return isNegated
        ? { column: key, kind: 'range', from: null, to: 0 }
        : { column: key, kind: 'range', from: 0, to: null, isFromExclusive: true };
    return { column: key, kind: isNegated ? 'empty' : 'filled' };
  }

  #requireAllUsed(): void {
    for (const placed of this.#items) {
      if (this.#used.has(placed) || isTransparent(placed) || isKind(placed, 'view')) continue;
      if (isKind(placed, 'past')) {
        if (this.#vocabulary.date !== null) continue;
        throw new Unusable(placed.words, 'I only know this for today.');
      }
      throw new Unusable(placed.words, this.#unusedReason(placed));
    }
    for (const quantifier of [...this.#all('all'), ...this.#all('only')]) {
      const next = this.#items
        .slice(this.#items.indexOf(quantifier) + 1)
        .find((each) => !isKind(each, 'filler', 'of'));
      if (!isKind(next, 'noun', 'values', 'phrase', 'column'))
        throw new Unusable(quantifier.words, `I could not use “${quantifier.words}”.`);
    }
  }

  #unusedReason(placed: PlacedItem): string {
    if (isKind(placed, 'column') && isNumericColumn(this.#column(placed.item.column)))
      return `“${placed.words}” needs a word such as “average” or “highest”, or a comparison such as “under 50”.`;
    return `I could not use “${placed.words}”.`;
  }

  #reading(): Reading {
    const namesList = this.#all('noun').length > 0;
    const filters = this.#filters.map(({ filter }) => filter);
    const added = (this.#vocabulary.defaults ?? []).filter(({ column }) =>
      filters.every((filter) => filter.column !== column),
    );
    const order = [...this.#columns.keys()];
    return {
      plan: {
        list: this.#vocabulary.key,
        state: {
          search: '',
          filters: [...filters, ...added].sort(
            (one, other) => order.indexOf(one.column) - order.indexOf(other.column),
          ),
          sort: this.#sort,
        },
        aggregate: this.#finalAggregate(),
        groups: this.#groups,
        groupOrder: this.#groupOrder,
        shown: this.#shown,
        view: this.#view(),
      },
      namesList,
    };
  }

  #finalAggregate(): Aggregate {
    if (this.#aggregate !== null) return this.#aggregate;
    return this.#groups.length > 0 ? { kind: 'count' } : { kind: 'rows', limit: this.#limit };
  }

  #view(): Plan['view'] {
    const view = this.#all('view')[0];
    return view?.item.view ?? 'auto';
  }
}
