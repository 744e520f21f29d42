import { isNumericColumn } from '#shared/list/column.ts';
import type { InterpretedWords } from '../items.ts';
import { isKind, type PlacedItemOf, type PlanDraft, UnusableWordsError } from './draft.ts';
import { comparesPeriods } from './take-compared-periods.ts';
import { chooseTotalKind } from './take-figures.ts';
import { isOverdueBy } from './take-overdue.ts';
import { defaultLimit, takeRank } from './take-ranks.ts';

/**
 * Groups by the columns after 'by' and 'each'. A numeric column or a date after 'by' orders the
 * rows instead.
 */
export function takeGroups(draft: PlanDraft): void {
  for (const by of [...draft.all('by'), ...draft.all('order')]) {
    if (draft.used.has(by)) continue;
    if (isOverdueBy(draft, by)) {
      draft.used.add(by);
      continue;
    }
    let target = draft.next(by);
    // In 'by renewal forecast', the noun only repeats what the rows are.
    if (isKind(target, 'noun') && isKind(draft.next(target), 'column')) target = draft.next(target);
    const verb = namedDate(draft);
    const date = verb?.item.column ?? draft.date;
    if (isKind(target, 'month') && date !== null) {
      draft.isGuess ||= target.item.isNear;
      draft.group(date, target);
      const isFilter = isKind(verb, 'verb') && verb.item.without !== undefined;
      // In 'up for renewal by month', the verb also filters from today on, so it stays unused here.
      if (verb !== undefined && !isFilter) draft.used.add(verb);
      if (verb === undefined && draft.all('phrase').length > 0) draft.isGuess = true;
    } else if (isKind(target, 'column', 'verb')) groupOrOrder(draft, by, target);
    else if (isKind(target, 'count') && isKind(draft.next(target), 'column')) {
      // In 'by number of locations', the column of locations orders the rows.
      const counted = draft.next(target);
      if (isKind(counted, 'column')) order(draft, counted.item.column, counted);
      draft.used.add(target);
    } else if (isKind(target, 'noun') && hasMean(draft)) {
      // Adds no group: 'average locations per customer' is the average over all rows.
    } else if (isKind(target, 'measure', 'count') && draft.all('versus').length > 0) {
      // Adds no group: 'average score' in 'compare Texas and Ohio by average score' is the figure.
    } else if (isKind(target, 'noun', 'count', 'measure') && rankGroups(draft)) {
      // Adds no group: the words after 'by' in 'top 3 states by customers' only order the states.
    } else if (isKind(target, 'values') && draft.column(target.item.column).isPerson === true) {
      // 'Closed last week by Morgan' names the user who closed.
      takeActor(draft, target);
    } else
      throw new UnusableWordsError(
        by.words,
        `Name a column after “${by.words}”, such as “by state”.`,
      );
    draft.used.add(by);
    const after = draft.items[draft.items.indexOf(target) + 1];
    if (after !== undefined && isKind(after, 'and', 'or')) {
      const at = draft.items.indexOf(after);
      // The slash in 'by tier/size' is read as 'or', which has no other meaning between groups.
      if (isKind(after, 'or')) draft.used.add(after);
      const other = isKind(after, 'or') ? draft.items[at + 1] : draft.next(target);
      if (isKind(other, 'month') && draft.date !== null) {
        draft.isGuess ||= other.item.isNear;
        draft.group(draft.date, other);
      } else if (isKind(other, 'column') && draft.isGroupable(other.item.column)) {
        draft.group(other.item.column, other);
        target = other;
      }
    }
  }
}

/** Filters by the user after 'by' when the list knows who does what the question's verb says. */
function takeActor(draft: PlanDraft, user: PlacedItemOf<'values'>): void {
  const [actor] = draft.all('verb').flatMap(({ item }) => draft.words(item.column)?.actor ?? []);
  if (actor === undefined || user.item.isNegated)
    throw new UnusableWordsError(user.words, 'This list doesn’t say who did this.');
  draft.addFilter({ column: actor, kind: 'one-of', values: user.item.values }, user);
}

/** Returns the verb of a date, or else the date column, that the question names. */
const namedDate = (draft: PlanDraft): PlacedItemOf<'verb' | 'column'> | undefined =>
  [...draft.all('verb'), ...draft.all('column')].find(
    (each) => !draft.used.has(each) && draft.column(each.item.column).kind === 'date',
  );

const hasMean = (draft: PlanDraft): boolean =>
  draft.all('measure').some(({ item }) => item.kind === 'mean' || item.kind === 'median');

/**
 * Orders rows by a numeric column, a date or the column of a superlative. Groups by other columns.
 */
function groupOrOrder(
  draft: PlanDraft,
  by: InterpretedWords,
  target: PlacedItemOf<'column' | 'verb'>,
): void {
  const { column } = target.item;
  const { kind } = draft.column(column);
  const rank = draft.all('rank').find((each) => each.item.column === column);
  const after = draft.items[draft.items.indexOf(target) + 1];
  if (rank !== undefined && isNumericColumn(draft.column(column)) && rankGroups(draft, rank)) {
    // 'Worst 3 states by score' orders groups.
    draft.setAggregate({ kind: chooseTotalKind(draft, column), column }, target);
  } else if (rank !== undefined) {
    takeRank(draft, rank, column);
    draft.used.add(target);
  } else if (kind === 'date' && isKind(after, 'month')) {
    draft.group(column, target);
    draft.isGuess ||= after.item.isNear;
    draft.used.add(after);
  } else if (isKind(by, 'order') || (kind === 'date' && !draft.hasFigure()))
    order(draft, column, target);
  else if (isNumericColumn(draft.column(column))) {
    if (draft.hasFigure() || isKind(after, 'and'))
      throw new UnusableWordsError(
        target.words,
        `Rows can’t be grouped by ${draft.column(column).label}.`,
      );
    // 'Top states by score' orders groups, 'top customers by score' rows.
    if (rankGroups(draft))
      draft.setAggregate({ kind: chooseTotalKind(draft, column), column }, target);
    else {
      order(draft, column, target);
      draft.ordersByNumber = true;
    }
  } else draft.group(column, target);
}

/** Orders the groups of 'top 3 states'. Returns `false` for a question without such groups. */
function rankGroups(
  draft: PlanDraft,
  rank = draft.all('rank').find((each) => each.item.column === null),
): boolean {
  const named = rank && draft.next(rank);
  if (
    rank === undefined ||
    !isKind(named, 'column') ||
    named.item.column === draft.vocabulary.customer ||
    !draft.isGroupable(named.item.column)
  )
    return false;
  draft.group(named.item.column, named);
  draft.groupOrder = {
    descending: rank.item.descending,
    limit:
      rank.item.by === 'whole' ? null : draft.requireLimit(rank.item.count ?? defaultLimit, rank),
  };
  draft.used.add(rank);
  return true;
}

function order(draft: PlanDraft, column: string, placed: InterpretedWords): void {
  const rank = draft.all('rank').find((each) => each.item.column === null);
  const direction = draft.all('direction')[0];
  if (rank !== undefined) takeRank(draft, rank, column);
  else
    draft.sort = [
      {
        column: draft.ofWeek(column),
        descending: direction?.item.descending ?? isNumericColumn(draft.column(column)),
      },
    ];
  if (direction !== undefined && rank === undefined) draft.used.add(direction);
  draft.used.add(placed);
}

/** Groups by two columns with a sign between them: 'health tier x size tier'. */
export function takeCrosses(draft: PlanDraft): void {
  for (const cross of draft.all('cross')) {
    for (const side of [draft.previous(cross), draft.next(cross)]) {
      if (!isKind(side, 'column'))
        throw new UnusableWordsError(
          cross.words,
          `Name a column on each side of “${cross.words}”.`,
        );
      if (!draft.used.has(side)) draft.group(side.item.column, side);
    }
    draft.used.add(cross);
  }
}

/** Groups by the column beside 'breakdown'. When 'by' already groups, 'breakdown' adds nothing. */
export function takeBreakdowns(draft: PlanDraft): void {
  for (const breakdown of draft.all('breakdown')) {
    const column = [draft.next(breakdown), draft.previous(breakdown)].find(
      (each): each is PlacedItemOf<'column'> =>
        isKind(each, 'column') && !draft.used.has(each) && draft.isGroupable(each.item.column),
    );
    if (draft.groups.length === 0 && column !== undefined) draft.group(column.item.column, column);
    if (draft.groups.length > 0) draft.used.add(breakdown);
  }
}

/** Orders groups by their figure, and rows by the list's main number: 'worst first'. */
export function takeDirection(draft: PlanDraft): void {
  const direction = draft.all('direction').find((each) => !draft.used.has(each));
  if (direction === undefined || draft.sort.length > 0 || draft.groupOrder !== null) return;
  const { descending } = direction.item;
  const isOfTime = /^(?:old|new|earl|lat)/i.test(direction.words);
  const column = isOfTime ? draft.date : draft.vocabulary.measure;
  if (draft.groups.length > 0 && !isOfTime) draft.groupOrder = { descending, limit: null };
  else if (draft.groups.length === 0 && column !== null) draft.sort = [{ column, descending }];
  else return;
  draft.used.add(direction);
}

/** Groups by the status in 'how are our Texas customers doing'. */
export function groupByStatus(draft: PlanDraft): void {
  const [[how], [doing]] = [draft.all('how'), draft.all('doing')];
  const { status, customer } = draft.vocabulary;
  if (how === undefined || doing === undefined || status === undefined) return;
  const values = draft.all('values');
  // 'How are you doing' is about no rows.
  if (values.length === 0 && draft.all('noun').length === 0) return;
  if (values.some(({ item }) => item.column === customer)) return;
  draft.group(status, how);
  draft.used.add(doing);
}

/** Groups by the column of the values that are compared: 'compare Texas and Florida'. */
export function takeComparedValues(draft: PlanDraft): void {
  const [first] = draft.all('versus');
  if (first === undefined) return;
  const values = draft.all('values').find(({ item }) => item.values.length > 1);
  if (values === undefined && comparesPeriods(draft)) return;
  if (values === undefined)
    throw new UnusableWordsError(first.words, 'A comparison needs two values of one column.');
  const { column } = values.item;
  if (draft.groups.every((group) => group.column !== column)) draft.group(column, values);
  draft.used.delete(values);
  for (const versus of draft.all('versus')) draft.used.add(versus);
}
