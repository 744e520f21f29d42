import type { NumberRange } from '#shared/list/state.ts';
import type { Bound, InterpretedWords } from '../items.ts';
import { hasNoPlanRole, isKind, type PlacedItemOf, type PlanDraft } from './draft.ts';
import { unitFactor } from './units.ts';

type Subject = PlacedItemOf<'column'> | PlacedItemOf<'who'>;
type Test = PlacedItemOf<'test'>;

/**
 * Groups by the subject of a question and keeps the groups whose figure meets a condition: 'which
 * owners have more than 5 critical customers', 'states with an average score under 60'.
 */
export function takeGroupConditions(draft: PlanDraft): void {
  if (draft.items.some((each) => isKind(each, 'by', 'order', 'rank', 'share', 'versus'))) return;
  const subject = subjectOf(draft);
  if (subject === undefined) return;
  if (draft.all('measure').length > 0) takeFigureCondition(draft, subject);
  else if (!takeCountCondition(draft, subject)) takeOccurring(draft, subject);
  if (draft.groupOrder === null) return;
  // In 'how many states have more than 20 customers', the groups themselves are counted.
  for (const count of draft.all('count')) draft.used.add(count);
}

/**
 * Returns the column or 'who' that begins the question; `undefined` when rows can't be grouped by
 * it.
 */
function subjectOf(draft: PlanDraft): Subject | undefined {
  const first = draft.items.find(
    (each) => isKind(each, 'who') || !(hasNoPlanRole(each) || isKind(each, 'rows', 'count')),
  );
  if (isKind(first, 'who')) return draft.vocabulary.person === null ? undefined : first;
  if (!isKind(first, 'column') || first.item.isNegated || first.item.isCompared === true)
    return undefined;
  const { column } = first.item;
  const { kind } = draft.column(column);
  const isGroup = kind !== 'flag' && kind !== 'date' && draft.isGroupable(column);
  return isGroup && column !== draft.vocabulary.customer ? first : undefined;
}

/**
 * Lists or counts the groups that have rows: 'which states have critical customers', 'how many EHRs
 * do our customers use'.
 */
function takeOccurring(draft: PlanDraft, subject: Subject): void {
  const [count, second] = draft.all('count');
  const first = draft.items.find((each) => !hasNoPlanRole(each));
  const asksWhich =
    isKind(first, 'rows') && first.item.isSoft && isKind(after(draft, subject), 'with');
  if ((count === undefined && !asksWhich) || second !== undefined) return;
  if (!isKind(subject, 'column')) return;
  const rest = draft.items
    .slice(draft.items.indexOf(subject) + 1)
    .filter((each) => !hasNoPlanRole(each));
  const hasNoun = rest.some((each) => isKind(each, 'noun'));
  const conditions = rest.filter((each) => isCondition(draft, each));
  if (rest.some((each) => !isKind(each, 'noun') && !conditions.includes(each))) return;
  // 'How many people do we have' isn't about the owners of customers.
  const isPerson = subject.item.column === draft.vocabulary.person;
  if (conditions.length === 0 && (asksWhich || (isPerson && !hasNoun))) return;
  draft.setAggregate({ kind: 'count' }, count ?? subject);
  draft.group(subject.item.column, subject);
  draft.groupOrder = { descending: true, limit: null, range: { from: 1, to: null } };
}

const after = (draft: PlanDraft, placed: InterpretedWords): InterpretedWords | undefined =>
  draft.items[draft.items.indexOf(placed) + 1];

/** Returns whether an item is a condition on rows, such as 'critical' or 'open tickets'. */
const isCondition = (draft: PlanDraft, placed: InterpretedWords): boolean =>
  isKind(placed, 'values', 'phrase') ||
  (isKind(placed, 'column') &&
    (draft.column(placed.item.column).kind === 'flag' ||
      isKind(draft.items[draft.items.indexOf(placed) - 1], 'with')));

/**
 * Takes a condition on the number of rows: 'more than 5 critical customers'. Returns `false` for
 * other questions.
 */
function takeCountCondition(draft: PlanDraft, subject: Subject): boolean {
  const next = draft.next(subject);
  const verb = isPersonVerb(draft, subject, next) ? next : undefined;
  const test = verb === undefined ? next : draft.next(verb);
  if (!isKind(test, 'test') || test.item.unit !== null || test.item.column !== undefined)
    return false;
  const rest = draft.items
    .slice(draft.items.indexOf(test) + 1)
    .find((each) => !hasNoPlanRole(each) && !isKind(each, 'values', 'phrase'));
  // In 'over 30 at-risk customers', 'at-risk' can be a flag column, which comes before the noun.
  const noun =
    isKind(rest, 'column') && draft.column(rest.item.column).kind === 'flag'
      ? draft.next(rest)
      : rest;
  if (!isKind(noun, 'noun')) return false;
  draft.setAggregate({ kind: 'count' }, test);
  groupBy(draft, subject, test);
  requireRows(draft, [subject, test]);
  if (verb !== undefined) draft.used.add(verb);
  return true;
}

/** Returns whether a verb names the column of users: 'who owns more than 5 customers'. */
const isPersonVerb = (
  { vocabulary: { person } }: PlanDraft,
  subject: Subject,
  placed: ReturnType<PlanDraft['next']>,
): placed is PlacedItemOf<'column'> =>
  isKind(subject, 'who') && isKind(placed, 'column') && placed.item.column === person;

/** Takes a condition on a statistic: 'an average score under 60'. */
function takeFigureCondition(draft: PlanDraft, subject: Subject): void {
  const [measure, second] = draft.all('measure');
  const column = measure && draft.next(measure);
  const test = column && draft.next(column);
  if (measure === undefined || second !== undefined || !isKind(column, 'column')) return;
  if (!isKind(test, 'test') || test.item.column !== undefined) return;
  const { kind } = measure.item;
  const { column: key } = column.item;
  if (unitFactor(draft, test.item.unit, key) !== 1 || column.item.isCompared === true) return;
  if (kind === 'sum' && draft.words(key)?.isAdditive !== true) return;
  draft.setAggregate({ kind, column: key }, measure);
  draft.used.add(column);
  groupBy(draft, subject, test);
}

function groupBy(draft: PlanDraft, subject: Subject, test: Test): void {
  const column = isKind(subject, 'column') ? subject.item.column : draft.vocabulary.person;
  if (column === null) return;
  draft.group(column, subject);
  const { from, to } = test.item;
  // After 'fewer than', the smallest groups come first, because they stand out.
  draft.groupOrder = { descending: from !== null, limit: null, range: rangeOf(from, to) };
  draft.used.add(test);
}

/**
 * A group without rows, such as an owner without critical customers, can't be listed. 'Fewer than 5
 * critical customers' is therefore read as 1 to 4, which is a guess.
 */
function requireRows(draft: PlanDraft, taken: readonly InterpretedWords[]): void {
  const order = draft.groupOrder;
  const hasFilters =
    (draft.vocabulary.defaults ?? []).length > 0 ||
    draft.items.some(
      (each) =>
        !taken.includes(each) &&
        isKind(each, 'values', 'phrase', 'product', 'column', 'test', 'period', 'verb'),
    );
  if (order?.range === undefined || order.range.from !== null || !hasFilters) return;
  draft.groupOrder = { ...order, range: { ...order.range, from: 1 } };
  draft.isGuess = true;
}

const rangeOf = (from: Bound | null, to: Bound | null): NumberRange => ({
  from: from?.value ?? null,
  to: to?.value ?? null,
  ...(from?.isExclusive === true ? { isFromExclusive: true as const } : {}),
  ...(to?.isExclusive === true ? { isToExclusive: true as const } : {}),
});
