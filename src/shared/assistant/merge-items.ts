import { addDays } from '#shared/core/dates.ts';
import { viewerFilterValue } from '#shared/list/state.ts';
import type { ComparisonOperator, InterpretedWords, Period, WordMeaning } from './items.ts';

type Test = Extract<WordMeaning, { is: 'test' }>;

function testOf(comparison: ComparisonOperator, value: number, unit: string | null): Test {
  const bound = { value, isExclusive: comparison === '<' || comparison === '>' };
  const isLower = comparison === '>' || comparison === '>=' || comparison === '=';
  const isUpper = comparison === '<' || comparison === '<=' || comparison === '=';
  return { is: 'test', from: isLower ? bound : null, to: isUpper ? bound : null, unit };
}

function boundPeriod(
  bound: 'before' | 'after' | 'since' | 'until',
  { from, to, label }: Period,
): Period {
  const day = label.replace(/^(?:in|on) /, '');
  switch (bound) {
    case 'before':
      return { from: null, to: from === null ? null : addDays(from, -1), label: `before ${day}` };
    case 'after':
      return { from: to === null ? null : addDays(to, 1), to: null, label: `after ${day}` };
    case 'since':
      return { from, to: null, label: `since ${day}` };
    case 'until':
      return { from: null, to, label: `until ${day}` };
  }
}

const joined = (items: readonly InterpretedWords[]): string =>
  items.map(({ words }) => words).join(' ');

/** Cursor over the items of a question. */
interface Reader {
  peek: (offset?: number) => WordMeaning | undefined;
  /** Returns whether a word is an article, which can stand for the number 1. */
  isArticle: (offset: number) => boolean;
  take: (count: number) => InterpretedWords[];
}

function negate(item: WordMeaning): WordMeaning | undefined {
  if (['values', 'phrase', 'column', 'product'].includes(item.is) && 'isNegated' in item)
    return { ...item, isNegated: !item.isNegated };
  return undefined;
}

/** Returns the merged number, test or rank at the reader's place, with the number of items. */
function mergeNumber({
  peek,
  isArticle,
}: Reader): { item: WordMeaning; length: number } | undefined {
  const first = peek();
  if (first?.is === 'between') {
    const [low, and, high, unit] = [peek(1), peek(2), peek(3), peek(4)];
    if (low?.is !== 'number' || and?.is !== 'and' || high?.is !== 'number') return undefined;
    const hasUnit = unit?.is === 'unit';
    return {
      item: {
        is: 'test',
        from: { value: Math.min(low.value, high.value), isExclusive: false },
        to: { value: Math.max(low.value, high.value), isExclusive: false },
        unit: hasUnit ? unit.unit : (high.unit ?? low.unit),
      },
      length: hasUnit ? 5 : 4,
    };
  }
  if (first?.is === 'comparison') {
    const [number, unit] = [peek(1), peek(2)];
    const of = first.column === undefined ? {} : { column: first.column };
    // In 'longer than a week', the article 'a' stands for the number 1.
    if (isArticle(1) && unit?.is === 'unit')
      return { item: { ...testOf(first.comparison, 1, unit.unit), ...of }, length: 3 };
    if (number?.is === 'everyone' && isArticle(1))
      return { item: { ...testOf(first.comparison, 1, null), ...of }, length: 2 };
    if (number?.is !== 'number') return undefined;
    const hasUnit = unit?.is === 'unit';
    return {
      item: {
        ...testOf(first.comparison, number.value, hasUnit ? unit.unit : number.unit),
        ...of,
      },
      length: hasUnit ? 3 : 2,
    };
  }
  if (first?.is === 'rank' && first.count === null) {
    const number = peek(1);
    return number?.is === 'number' && number.unit === null
      ? { item: { ...first, count: number.value }, length: 2 }
      : undefined;
  }
  if (first?.is !== 'number') return undefined;
  const second = peek(1);
  if (second?.is === 'rank' && second.count === null && first.unit === null)
    return { item: { ...second, count: first.value }, length: 2 };
  const unit = second?.is === 'unit' ? second.unit : first.unit;
  const after = second?.is === 'unit' ? 2 : 1;
  const suffix = peek(after);
  if (suffix?.is === 'suffix') {
    const late = after === 1 ? peek(2) : undefined;
    return late?.is === 'unit'
      ? { item: testOf(suffix.comparison, first.value, late.unit), length: 3 }
      : { item: testOf(suffix.comparison, first.value, unit), length: after + 1 };
  }
  return after === 2 ? { item: { ...first, unit }, length: 2 } : undefined;
}

/**
 * Returns the values of one column that follow each other in the question: 'Texas, Ohio or Utah'.
 */
function mergeValues({
  peek,
}: Reader): { item: WordMeaning; length: number; isCompared: boolean } | undefined {
  const first = peek();
  if (first?.is !== 'values') return undefined;
  const values = [...first.values];
  let length = 1;
  let isCompared = false;
  for (;;) {
    const connector = peek(length);
    let skip =
      connector?.is === 'and' || connector?.is === 'or' || connector?.is === 'versus' ? 1 : 0;
    // In 'in Texas or in Ohio', the second 'in' adds nothing.
    while (skip > 0 && peek(length + skip)?.is === 'filler') skip++;
    const next = peek(length + skip);
    if (next?.is !== 'values' || next.column !== first.column || next.isNegated !== first.isNegated)
      return { item: { ...first, values: [...new Set(values)] }, length, isCompared };
    isCompared ||= connector?.is === 'versus';
    values.push(...next.values);
    length += skip + 1;
  }
}

/**
 * Reads 'but' after a noun as an exclusion in 'all customers but critical ones'. Without 'all', it has
 * no clear meaning, so the question is refused.
 */
function readBut(
  placed: InterpretedWords,
  items: readonly InterpretedWords[],
  at: number,
): InterpretedWords {
  const [before, after] = [items[at - 1], items[at + 1]];
  const isBut = placed.item.is === 'and' && /^but$/i.test(placed.words);
  if (!isBut || before?.item.is !== 'noun') return placed;
  if (after?.item.is === 'not' || after?.item.is === 'without') return placed;
  const isOfAll = items.slice(0, at).some(({ item }) => item.is === 'all');
  return isOfAll
    ? { item: { is: 'not' }, words: 'all but' }
    : { item: { is: 'edit' }, words: placed.words };
}

/** Splits 'and over' before a number into 'and' and 'over', unless a number is also before it. */
function splitSuffix(
  placed: InterpretedWords,
  before: InterpretedWords | undefined,
  after: InterpretedWords | undefined,
): InterpretedWords[] {
  const isBound = placed.item.is === 'suffix' && /^and (?:over|above)$/i.test(placed.words);
  const isAfterNumber = before?.item.is === 'number' || before?.item.is === 'unit';
  if (!isBound || isAfterNumber || after?.item.is !== 'number') return [placed];
  const [and = '', over = ''] = placed.words.split(' ');
  return [
    { item: { is: 'and' }, words: and },
    { item: { is: 'comparison', comparison: '>' }, words: over },
  ];
}

/**
 * Merges items that belong together: a comparison with its number, values of one column, a negation
 * with what it negates, a date bound with its period. `person` is the column that 'my' refers to.
 * Items that fit nowhere stay as they are.
 */
export function mergeItems(
  items: readonly InterpretedWords[],
  person: string | null,
): InterpretedWords[] {
  const merged: InterpretedWords[] = [];
  const named = items.map(({ item, words }, at): InterpretedWords => {
    if (item.is !== 'viewer') return { item, words };
    const before = items
      .slice(0, at)
      .findLast((each) => each.item.is !== 'filler' || /^for$/i.test(each.words))?.item;
    const column = before?.is === 'column' ? before.column : person;
    return column === null
      ? { item, words }
      : { item: { is: 'values', column, values: [viewerFilterValue], isNegated: false }, words };
  });
  const words = named
    .map((each, place) => readBut(each, named, place))
    .flatMap((each, place, all) => splitSuffix(each, all[place - 1], all[place + 1]));
  let at = 0;
  const reader: Reader = {
    peek: (offset = 0) => words[at + offset]?.item,
    isArticle: (offset) => /^(?:an?|one)$/i.test(words[at + offset]?.words ?? ''),
    take: (count) => {
      const taken = words.slice(at, at + count);
      at += count;
      return taken;
    },
  };
  while (at < words.length) {
    const item = reader.peek();
    const number = mergeNumber(reader);
    const periods = mergePeriods(reader);
    const period = reader.peek(1);
    if (number !== undefined)
      merged.push({ item: number.item, words: joined(reader.take(number.length)) });
    else if (periods !== undefined) merged.push({ item: periods, words: joined(reader.take(4)) });
    else if (item?.is === 'bound' && period?.is === 'period')
      merged.push({
        item: { is: 'period', period: boundPeriod(item.bound, period.period) },
        words: joined(reader.take(2)),
      });
    else if (item?.is === 'not' || item?.is === 'without') mergeNegation(reader, merged);
    else mergeOther(reader, merged);
  }
  return mergeCompared(mergeTests(merged));
}

/** Merges the two values of 'how is Texas doing compared to Ohio'. */
function mergeCompared(items: readonly InterpretedWords[]): InterpretedWords[] {
  const values = items.filter(({ item }) => item.is === 'values' && !item.isNegated);
  const [one, other, ...others] = values;
  if (
    !items.some(({ item }) => item.is === 'versus') ||
    one?.item.is !== 'values' ||
    other?.item.is !== 'values' ||
    one.item.column !== other.item.column ||
    others.some(
      ({ item }) =>
        item.is === 'values' && one.item.is === 'values' && item.column === one.item.column,
    )
  )
    return [...items];
  const both = { ...one.item, values: [...one.item.values, ...other.item.values] };
  return items.flatMap((each) =>
    each === one ? [{ item: both, words: joined([one, other]) }] : each === other ? [] : [each],
  );
}

/** Merges two tests of the same number, such as 'over 30 and under 50'. */
function mergeTests(items: readonly InterpretedWords[]): InterpretedWords[] {
  const merged: InterpretedWords[] = [];
  for (const placed of items) {
    const [before, and] = [merged.at(-2), merged.at(-1)];
    const range =
      placed.item.is === 'test' && before?.item.is === 'test' && and?.item.is === 'and'
        ? intersect(before.item, placed.item)
        : undefined;
    if (range === undefined) merged.push(placed);
    else merged.splice(-2, 2, { item: range, words: joined([...merged.slice(-2), placed]) });
  }
  return merged;
}

/** Returns the range of a lower and an upper bound; `undefined` for other tests. */
function intersect(one: Test, other: Test): Test | undefined {
  if (one.unit !== null && other.unit !== null && one.unit !== other.unit) return undefined;
  const unit = one.unit ?? other.unit;
  if (one.to === null && other.from === null) return { ...one, to: other.to, unit };
  if (one.from === null && other.to === null) return { ...one, from: other.from, unit };
  return undefined;
}

/** Returns the period of 'between July and September 2026' at the reader's place. */
function mergePeriods({ peek }: Reader): WordMeaning | undefined {
  const [between, from, and, to] = [peek(), peek(1), peek(2), peek(3)];
  if (
    between?.is !== 'between' ||
    from?.is !== 'period' ||
    and?.is !== 'and' ||
    to?.is !== 'period'
  )
    return undefined;
  if ((from.period.from ?? '') > (to.period.to ?? '')) return undefined;
  return {
    is: 'period',
    period: {
      from: from.period.from,
      to: to.period.to,
      label: `${from.period.label} to ${to.period.label}`,
    },
  };
}

function mergeOther(reader: Reader, merged: InterpretedWords[]): void {
  const values = mergeValues(reader);
  if (values === undefined) {
    merged.push(...reader.take(1));
    return;
  }
  if (values.isCompared) merged.push({ item: { is: 'versus' }, words: '' });
  merged.push({ item: values.item, words: joined(reader.take(values.length)) });
}

/** Returns whether an item may stand between a negation and what it negates: 'not with Dentrix'. */
const isBetween = (item: WordMeaning | undefined): boolean =>
  item?.is === 'filler' || item?.is === 'with' || item?.is === 'of' || item?.is === 'is';

function mergeNegation(reader: Reader, merged: InterpretedWords[]): void {
  const [negation] = reader.take(1);
  if (negation === undefined) return;
  const skipped: InterpretedWords[] = [];
  while (isBetween(reader.peek())) skipped.push(...reader.take(1));
  const values = mergeValues(reader);
  const length = values?.length ?? 1;
  const item = values?.item ?? reader.peek();
  const negated = item && negate(item);
  // In 'without open tickets', 'without' negates the tickets, not 'open'.
  const isOfNoun = negation.item.is === 'without' && reader.peek(length)?.is === 'noun';
  if (negated === undefined || isOfNoun) merged.push(negation, ...skipped);
  else
    merged.push({
      item: negated,
      words: joined([negation, ...skipped, ...reader.take(length)]),
    });
}
