import { isNumericColumn } from '#shared/list/column.ts';
import { isKind, type Placed, type PlanDraft, Unusable } from './draft.ts';

export function takeMeasures(draft: PlanDraft): void {
  for (const measure of draft.all('measure')) takeMeasure(draft, measure);
  const [, second] = draft.all('count');
  if (second !== undefined) throw new Unusable(second.words, 'Ask one question at a time.');
  for (const count of draft.all('count')) takeCount(draft, count);
  for (const rows of draft.all('rows')) draft.used.add(rows);
}

function takeMeasure(draft: PlanDraft, measure: Placed<'measure'>): void {
  const { kind } = measure.item;
  const named = [draft.next(measure), draft.previous(measure)].find(
    (each): each is Placed<'column'> =>
      isKind(each, 'column') &&
      !draft.used.has(each) &&
      isNumericColumn(draft.column(each.item.column)),
  );
  if (named === undefined) {
    if (kind === 'sum' && isKind(draft.next(measure), 'noun', 'values', 'phrase')) {
      draft.setAggregate({ kind: 'count' }, measure);
      return;
    }
    throw new Unusable(measure.words, `“${measure.words}” needs the name of a number.`);
  }
  const { column } = named.item;
  const { label } = draft.column(column);
  if (kind === 'sum' && draft.words(column)?.isAdditive !== true)
    throw new Unusable(measure.words, `${label} can’t be added up. Ask for the average.`);
  draft.used.add(named);
  draft.setAggregate({ kind, column }, measure);
}

/** Counts rows, or adds up a count, as in 'how many open tickets do our customers have'. */
function takeCount(draft: PlanDraft, count: Placed<'count'>): void {
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

/** Splits the filters: those after 'are' or 'have' are the numerator. */
export function takeShare(draft: PlanDraft, share: Placed<'share'>): void {
  const start = draft.items.indexOf(share);
  const noun = draft.items.findIndex((each, at) => at > start && isKind(each, 'noun'));
  const split = draft.items.findIndex(
    (each, at) => at > Math.max(start, noun) && isKind(each, 'is', 'with', 'past'),
  );
  const isNumerator = (at: number) => (split >= 0 ? at > split : noun >= 0 && at < noun);
  const numerator = draft.filters.filter(({ at }) => isNumerator(at));
  if (numerator.length === 0)
    throw new Unusable(share.words, 'A share needs a condition, such as “that are at risk”.');
  if (split < 0 && draft.filters.length > numerator.length)
    throw new Unusable(
      share.words,
      'It is not clear which rows the share is of. Ask “What share of … are …?”.',
    );
  for (const each of numerator) draft.filters.splice(draft.filters.indexOf(each), 1);
  draft.setAggregate({ kind: 'share', filters: numerator.map(({ filter }) => filter) }, share);
}
