import { isNumericColumn } from '#shared/list/column.ts';
import type { InterpretedWords } from '../items.ts';
import { isKind, type PlacedItemOf, type PlanDraft, UnusableWordsError } from './draft.ts';

export function takeMeasures(draft: PlanDraft): void {
  for (const measure of draft.all('measure'))
    if (!draft.used.has(measure)) takeMeasure(draft, measure);
  const counts = draft.all('count').filter((count) => !draft.used.has(count));
  const [, second] = counts;
  if (second !== undefined)
    throw new UnusableWordsError(second.words, 'Ask one question at a time.');
  for (const count of counts) takeCount(draft, count);
  for (const rows of draft.all('rows')) draft.used.add(rows);
}

function takeMeasure(draft: PlanDraft, measure: PlacedItemOf<'measure'>): void {
  const { kind } = measure.item;
  const named = measuredColumn(draft, measure);
  if (named === undefined) {
    if (kind === 'sum' && isKind(draft.next(measure), 'noun', 'values', 'phrase')) {
      draft.setAggregate({ kind: 'count' }, measure);
      return;
    }
    throw new UnusableWordsError(
      measure.words,
      `Say which figure “${measure.words}” refers to, such as the score.`,
    );
  }
  const column = draft.ofWeek(named.item.column);
  const { label } = draft.column(column);
  if (kind === 'sum' && draft.words(column)?.isAdditive !== true)
    throw new UnusableWordsError(measure.words, `${label} can’t be added up. Ask for the average.`);
  draft.used.add(named);
  draft.setAggregate({ kind, column }, measure);
}

/**
 * Returns the numeric column beside 'average' or 'total', or else the only numeric column of the
 * question.
 */
function measuredColumn(
  draft: PlanDraft,
  measure: InterpretedWords,
): PlacedItemOf<'column'> | undefined {
  const isNumber = (each: InterpretedWords | undefined): each is PlacedItemOf<'column'> =>
    isKind(each, 'column') &&
    each.item.isCompared !== true &&
    !draft.used.has(each) &&
    isNumericColumn(draft.column(each.item.column));
  const next = draft.next(measure);
  // In 'average number of locations', 'number of' belongs to the column.
  const counted = isKind(next, 'count') ? draft.next(next) : undefined;
  if (isNumber(counted) && next !== undefined) {
    draft.used.add(next);
    return counted;
  }
  const beside = [next, draft.previous(measure)].find(isNumber);
  const numbers = draft.all('column').filter(isNumber);
  return beside ?? (numbers.length === 1 ? numbers[0] : undefined);
}

/** Counts rows, or adds up a count, as in 'how many open tickets do our customers have'. */
function takeCount(draft: PlanDraft, count: PlacedItemOf<'count'>): void {
  const next = draft.next(count);
  if (
    isKind(next, 'column') &&
    !draft.used.has(next) &&
    draft.words(next.item.column)?.isAdditive === true
  ) {
    draft.used.add(next);
    draft.setAggregate({ kind: 'sum', column: next.item.column }, count);
  } else draft.setAggregate({ kind: 'count' }, count);
}

/**
 * Compares the figure of two or more values: 'which has more customers, Texas or Florida'. A
 * numeric column named with the comparative, as in 'more revenue', is averaged or added up.
 */
export function takeWhichHasMore(draft: PlanDraft): void {
  for (const comparative of draft.all('comparative')) {
    const compared = draft.all('values').filter(({ item }) => item.values.length > 1);
    const [values, second] = compared;
    if (values === undefined || values.item.isNegated || second !== undefined)
      throw new UnusableWordsError(
        comparative.words,
        'A comparison needs two values of one column.',
      );
    const { column } = values.item;
    if (draft.groups.every((group) => group.column !== column)) draft.group(column, values);
    const next = draft.next(comparative);
    const { column: measured } = comparative.item;
    if (measured !== undefined)
      draft.setAggregate({ kind: chooseTotalKind(draft, measured), column: measured }, comparative);
    else if (isKind(next, 'column') && !draft.used.has(next)) takeComparedNumber(draft, next);
    if (draft.aggregate === null && comparative.item.isCount !== true)
      throw new UnusableWordsError(
        comparative.words,
        `Say which figure “${comparative.words}” refers to, such as the score.`,
      );
    draft.groupOrder = { descending: comparative.item.descending, limit: null };
    draft.used.add(comparative);
  }
}

function takeComparedNumber(draft: PlanDraft, placed: PlacedItemOf<'column'>): void {
  const { column, isCompared } = placed.item;
  if (isCompared === true || !isNumericColumn(draft.column(column))) return;
  draft.setAggregate({ kind: chooseTotalKind(draft, column), column }, placed);
}

/**
 * Returns how the values of a numeric column are combined: counts and money are added up, other
 * values are averaged.
 */
export const chooseTotalKind = (draft: PlanDraft, column: string): 'sum' | 'mean' =>
  draft.words(column)?.isAdditive === true ? 'sum' : 'mean';

/**
 * Answers 'are all Texas customers healthy' and 'are Texas customers healthy' by the share of the
 * Texas customers that are healthy. The conditions after the noun form the numerator.
 */
export function takeAreAllQuestion(draft: PlanDraft): void {
  const [verb, ...rest] = draft.items;
  const all = rest.find((each) => !isKind(each, 'filler', 'of'));
  const noun = draft.all('noun').find((each) => draft.used.has(each));
  if (verb === undefined || !/^(?:is|are|do|does|have|has)$/i.test(verb.words)) return;
  if (noun === undefined || draft.groups.length > 0 || draft.aggregate !== null) return;
  const isOfAll = isKind(all, 'all') && /^(?:all|every)/i.test(all.words);
  // 'Are there critical customers' and 'are any customers critical' ask for rows.
  const isOfRows =
    /^are$/i.test(verb.words) &&
    !draft.items.some((each) => isKind(each, 'all', 'rows') || /^there$/i.test(each.words));
  if (!isOfAll && !isOfRows) return;
  const at = draft.items.indexOf(noun);
  const part = draft.filters.filter((each) => each.at > at);
  if (part.length === 0) return;
  // In 'are customers at risk in Texas', Texas can belong to either side.
  draft.isGuess ||= part.length > 1;
  for (const each of part) draft.filters.splice(draft.filters.indexOf(each), 1);
  draft.setAggregate({ kind: 'share', filters: part.map(({ filter }) => filter) }, verb);
}

/**
 * Splits the filters of a share. The filters after 'are', 'have' or 'use' form the numerator.
 * Without such a word, the filters on the `numeratorSide` of the noun do.
 */
export function splitShareFilters(
  draft: PlanDraft,
  share: PlacedItemOf<'share'>,
  numeratorSide: 'before' | 'after',
): void {
  const start = draft.items.indexOf(share);
  const noun = draft.items.findIndex((each, at) => at > start && isKind(each, 'noun'));
  const split = draft.items.findIndex(
    (each, at) => at > Math.max(start, noun) && isKind(each, 'is', 'with', 'past'),
  );
  // In 'customers use payments', the verb is in the condition itself.
  const verb = draft.items.findIndex(
    (each, at) =>
      at > Math.max(start, noun) && isKind(each, 'phrase') && /^us(?:e|ing)/i.test(each.words),
  );
  const isPart = (at: number) =>
    verb >= 0
      ? at >= verb
      : split >= 0
        ? at > split
        : numeratorSide === 'before'
          ? noun >= 0 && at < noun
          : at > noun;
  const part = draft.filters.filter(({ at }) => isPart(at));
  if (part.length === 0 && draft.groups.length > 0) {
    // The parts are probably the groups, as in 'share of customers by tier'.
    draft.isGuess = true;
    draft.setAggregate({ kind: 'count' }, share);
    return;
  }
  if (part.length === 0)
    throw new UnusableWordsError(
      share.words,
      'A share needs a condition, such as “that are at risk”.',
    );
  for (const each of part) draft.filters.splice(draft.filters.indexOf(each), 1);
  addShareBase(draft, part, share);
  draft.setAggregate({ kind: 'share', filters: part.map(({ filter }) => filter) }, share);
}

/** Limits the denominator of a share to the values in `shareBases` of the list. */
function addShareBase(draft: PlanDraft, part: PlanDraft['filters'], share: InterpretedWords): void {
  const [only, ...others] = part.map(({ filter }) => filter);
  if (only?.kind !== 'one-of' || others.length > 0) return;
  const base = draft.vocabulary.shareBases?.find(
    ({ column, values }) =>
      column === only.column &&
      values.length === only.values.length &&
      values.every((value) => only.values.includes(value)),
  );
  const isLimited = draft.filters.some(({ filter }) => filter.column === only.column);
  if (base !== undefined && !isLimited)
    draft.addFilter({ column: base.column, kind: 'one-of', values: base.among }, share);
}
