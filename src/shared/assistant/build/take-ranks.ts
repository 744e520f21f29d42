import { isNumericColumn } from '#shared/list/column.ts';
import { isKind, type PlacedItemOf, type PlanDraft, UnusableWordsError } from './draft.ts';
import { chooseTotalKind } from './take-figures.ts';

/** Number of rows of a superlative without a number, such as 'the largest customers'. */
export const defaultLimit = 10;

export function takeRanks(draft: PlanDraft): void {
  const open = draft.all('rank').filter((rank) => !draft.used.has(rank));
  // In 'worst score, top 5', 'worst' sets the order and 'top 5' the limit.
  const counting = open.find(({ item }) => item.column === null && item.count !== null);
  const ordering = open.find((rank) => rank !== counting);
  if (open.length === 2 && counting !== undefined && ordering !== undefined) {
    draft.limit = counting.item.count;
    draft.used.add(counting);
  }
  for (const rank of open) {
    if (draft.used.has(rank)) continue;
    if (draft.sort.length > 0 || draft.groupOrder !== null)
      throw new UnusableWordsError(rank.words, 'Ask for one sort order.');
    const next = draft.next(rank);
    const named =
      isKind(next, 'column') &&
      !draft.used.has(next) &&
      draft.isOrdered(next.item.column) &&
      !(next.item.isCompared === true && rank.item.by !== 'top')
        ? next.item.column
        : null;
    if (takeGroupFigure(draft, rank, named)) continue;
    if (named !== null && isNumericColumn(draft.column(named)) && isExtreme(draft, rank)) {
      const kind = rank.item.descending ? 'highest' : 'lowest';
      draft.setAggregate({ kind, column: named }, rank);
      if (next !== undefined) draft.used.add(next);
      continue;
    }
    const column = named ?? rank.item.column;
    if (column !== null) {
      takeRank(draft, rank, column);
      if (isKind(next, 'column') && next.item.column === column) draft.used.add(next);
      continue;
    }
    if (takeGroupRank(draft, rank)) continue;
    const { measure } = draft.vocabulary;
    if (measure === null || rank.item.by === 'count' || !isKind(next, 'noun', 'values', 'phrase'))
      throw new UnusableWordsError(
        rank.words,
        `Say which figure “${rank.words}” refers to, such as the score.`,
      );
    takeRank(draft, rank, measure);
  }
}

/** Returns whether a figure is requested instead of rows: 'highest score of critical customers'. */
function isExtreme(draft: PlanDraft, rank: PlacedItemOf<'rank'>): boolean {
  const before = draft.items.slice(0, draft.items.indexOf(rank));
  return (
    rank.item.by === 'extreme' &&
    rank.item.count === null &&
    draft.groups.length === 0 &&
    draft.aggregate === null &&
    !before.some((each) => isKind(each, 'noun', 'rows', 'with', 'values', 'phrase'))
  );
}

export function takeRank(draft: PlanDraft, rank: PlacedItemOf<'rank'>, column: string): void {
  draft.requireWeek(draft.ofWeek(column), rank);
  draft.sort = [{ column: draft.ofWeek(column), descending: rank.item.descending }];
  draft.used.add(rank);
  if (rank.item.by === 'whole') return;
  const limit = rank.item.count ?? draft.limit ?? takeStatedLimit(draft) ?? impliedLimit(draft);
  draft.limit = draft.requireLimit(limit, rank);
}

/** Takes the number in 'the 5 customers with the lowest score' as the limit; `null` without one. */
function takeStatedLimit(draft: PlanDraft): number | null {
  const number = draft
    .all('number')
    .find(
      (each) =>
        !draft.used.has(each) &&
        each.item.unit === null &&
        isKind(draft.next(each), 'noun', 'values', 'phrase'),
    );
  if (number === undefined) return null;
  draft.used.add(number);
  return number.item.value;
}

/** Returns 1 for a singular noun, as in 'which customer has the most'; otherwise the default. */
function impliedLimit(draft: PlanDraft): number {
  const words = draft.all('noun')[0]?.words.toLowerCase();
  const { one, many, synonyms } = draft.vocabulary.noun;
  const isSingular = words === one || [many, ...synonyms].includes(`${words}s`);
  return isSingular ? 1 : defaultLimit;
}

/** Returns the column that the question asks for, as in 'which state has the most customers'. */
function requestedColumn(
  draft: PlanDraft,
  rank: PlacedItemOf<'rank'>,
): PlacedItemOf<'column'> | undefined {
  const soft = draft.items.find((each) => isKind(each, 'rows') && each.item.isSoft);
  // In 'cities with the most customers', the column comes before 'most'.
  const requested = [soft && draft.next(soft), draft.next(rank), draft.previous(rank)].find(
    (each): each is PlacedItemOf<'column'> =>
      isKind(each, 'column') &&
      each.item.column !== draft.vocabulary.customer &&
      draft.column(each.item.column).kind !== 'flag' &&
      draft.isGroupable(each.item.column),
  );
  return requested !== undefined && draft.used.has(requested) ? undefined : requested;
}

/**
 * Orders groups by the figure of a superlative: 'which EHR has the worst score'. When the question
 * also names a figure, such as 'average score', both must be of the same column.
 */
function takeGroupFigure(
  draft: PlanDraft,
  rank: PlacedItemOf<'rank'>,
  named: string | null,
): boolean {
  const column = named ?? rank.item.column;
  if (column === null || !isNumericColumn(draft.column(column))) return false;
  const isMeasured = draft.all('measure').length > 0;
  if (named === null && !isMeasured) return false;
  if (isMeasured && draft.all('column').every(({ item }) => item.column !== column)) return false;
  if (requestedColumn(draft, rank) === undefined && !(isMeasured && draft.all('who').length > 0))
    return false;
  if (!takeGroupRank(draft, rank)) return false;
  const next = draft.next(rank);
  const placed = isKind(next, 'column') && next.item.column === column ? next : rank;
  if (!isMeasured) draft.setAggregate({ kind: chooseTotalKind(draft, column), column }, placed);
  return true;
}

const isScale = (draft: PlanDraft, { item }: PlacedItemOf<'column'>): boolean =>
  draft.words(item.column)?.isScale === true;

/** Orders groups, as in 'which owner has the most customers'. */
function takeGroupRank(draft: PlanDraft, rank: PlacedItemOf<'rank'>): boolean {
  const requested = requestedColumn(draft, rank);
  const who = draft.all('who')[0];
  if (who !== undefined && draft.vocabulary.person !== null) {
    const verb = draft.next(who);
    // 'Who closed the most action items' asks for the users who closed them, not for assignees.
    const actor = isKind(verb, 'verb') ? draft.words(verb.item.column)?.actor : undefined;
    draft.group(actor ?? draft.vocabulary.person, who);
    // In 'who owns the most customers', 'owns' adds nothing.
    if (isKind(verb, 'column') && verb.item.column === draft.vocabulary.person)
      draft.used.add(verb);
  }
  if (
    requested !== undefined &&
    draft.groups.every((each) => each.column !== requested.item.column)
  )
    draft.group(requested.item.column, requested);
  if (requested !== undefined) draft.used.add(requested);
  if (rank.item.by === 'top' && requested !== undefined && isScale(draft, requested))
    throw new UnusableWordsError(
      rank.words,
      `“${rank.words}” could mean the highest ${draft.column(requested.item.column).label} or the most frequent one. Name one value, or ask for the number of rows by ${draft.column(requested.item.column).label}.`,
    );
  const isPlural = who === undefined && requested !== undefined && /s$/i.test(requested.words);
  if (draft.groups.length === 0) return false;
  draft.groupOrder = {
    descending: rank.item.descending,
    limit:
      rank.item.by === 'whole'
        ? null
        : draft.requireLimit(rank.item.count ?? (isPlural ? defaultLimit : 1), rank),
  };
  draft.used.add(rank);
  return true;
}
