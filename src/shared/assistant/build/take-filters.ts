import { isNumericColumn, type ListColumn } from '#shared/list/column.ts';
import { negateFilter } from '../filters.ts';
import { isKind, type Placed, type PlanDraft, Unusable } from './draft.ts';

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

/** Whole numbers can be compared exactly; scores and changes have hidden decimals. */
const isWhole = ({ kind, digits = 0 }: ListColumn<never>): boolean =>
  kind === 'number' && digits === 0;

export const missingColumnName = 'needs the name of its column.';

export function takePeriods(draft: PlanDraft): void {
  for (const period of draft.all('period')) {
    const neighbours = [draft.previous(period), draft.next(period)];
    const named = neighbours.find(
      (each): each is Placed<'verb' | 'column'> =>
        isKind(each, 'verb', 'column') &&
        !draft.used.has(each) &&
        draft.column(each.item.column).kind === 'date',
    );
    const verbs = draft.all('verb').filter((verb) => !draft.used.has(verb));
    const verb = named ?? (verbs.length === 1 ? verbs[0] : undefined);
    const { from, to, label } = period.item.period;
    const column = verb?.item.column ?? draft.date;
    if (column === null) {
      if (period.words.toLowerCase() === 'today') draft.used.add(period);
      else throw new Unusable(period.words, `I only know this for today, not ${label}.`);
      continue;
    }
    draft.addFilter({ column, kind: 'dates', from, to }, period);
    if (verb !== undefined) draft.used.add(verb);
  }
}

export function takeValues(draft: PlanDraft): void {
  for (const values of draft.all('values')) {
    const { column, isNegated } = values.item;
    const neighbour = [draft.previous(values), draft.next(values)].find(
      (each): each is Placed<'column'> =>
        isKind(each, 'column') && each.item.column === column && !draft.used.has(each),
    );
    if (neighbour === undefined && draft.words(column)?.valuesNeedName === true)
      throw new Unusable(values.words, `“${values.words}” ${missingColumnName}`);
    if (neighbour !== undefined) draft.used.add(neighbour);
    const isOpposite = isNegated !== (neighbour?.item.isNegated ?? false);
    draft.addFilter(
      { column, kind: valuesKind(draft, column, isOpposite), values: values.item.values },
      values,
    );
  }
}

function valuesKind(draft: PlanDraft, column: string, isNegated: boolean) {
  if (draft.column(column).kind === 'text') return isNegated ? 'text-none-of' : 'text-one-of';
  return isNegated ? 'none-of' : 'one-of';
}

/** Filters by the numbers. The column is the next one, else the one before. */
export function takeTests(draft: PlanDraft): void {
  for (const test of draft.all('test')) {
    const { from, to, unit } = test.item;
    const fits = (key: string): boolean => {
      const column = draft.column(key);
      return isNumericColumn(column) && (unit === null || unitOf(column) === unit);
    };
    const named = [draft.next(test), draft.previous(test)].find(
      (each): each is Placed<'column'> =>
        isKind(each, 'column') &&
        !draft.used.has(each) &&
        isNumericColumn(draft.column(each.item.column)),
    );
    if (named === undefined)
      throw new Unusable(test.words, `“${test.words}” needs the name of a number.`);
    const { column } = named.item;
    if (named.item.isNegated || !fits(column))
      throw new Unusable(
        test.words,
        `${draft.column(column).label} is not measured in ${unit ?? 'this unit'}.`,
      );
    if (from !== null && from.value === to?.value && !isWhole(draft.column(column)))
      throw new Unusable(test.words, `Ask for a range of ${draft.column(column).label}.`);
    draft.addFilter(
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
    draft.used.add(named);
  }
}

export function takePhrases(draft: PlanDraft): void {
  for (const phrase of draft.all('phrase')) {
    const { filters, isNegated } = phrase.item;
    draft.used.add(phrase);
    for (const filter of filters) {
      const effective = isNegated && filters.length === 1 ? negateFilter(filter) : filter;
      if (effective === undefined || (isNegated && filters.length > 1))
        throw new Unusable(phrase.words, `“${phrase.words}” can’t be excluded.`);
      draft.addFilter(effective, phrase);
    }
  }
}
