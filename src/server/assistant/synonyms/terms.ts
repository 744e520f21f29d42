import type { AskableList } from '#shared/assistant/askable-lists.ts';
import { synonymLimits, type Term, type TermMeaning } from '#shared/assistant/synonyms.ts';
import { generalWords } from '#shared/assistant/words/general-words.ts';
import { phraseKey } from '#shared/assistant/words/tokens.ts';
import { foldText } from '#shared/core/text.ts';
import type { ListColumn } from '#shared/list/column.ts';
import { filterText } from '#shared/list/filter-text.ts';
import type { UntypedListRows } from '#shared/list/source.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';

/** Terms by their key. */
export type TermsByKey = ReadonlyMap<string, Term>;

type Entry = readonly [term: string, meaning: string];

const generalEntries: readonly Entry[] = generalWords.flatMap(([phrase, item]): Entry[] =>
  item.is === 'filler' ? [] : [[phrase, `the word “${phrase}”`]],
);

/** Returns all terms of the lists, except names of customers, verbs of changes and filler words. */
async function readTerms(lists: readonly AskableList[]): Promise<TermsByKey> {
  const terms = new Map<string, Term>();
  function add(entries: Iterable<Entry>, of: Pick<TermMeaning, 'list' | 'listName'>): void {
    for (const [term, text] of entries) {
      const key = phraseKey(term);
      const known = terms.get(key) ?? { term, meanings: [] };
      if (key === '' || known.meanings.some((each) => each.list === of.list && each.text === text))
        continue;
      known.meanings.push({ ...of, text });
      terms.set(key, known);
    }
  }
  for (const { vocabulary, source } of lists) {
    const { key, noun } = vocabulary;
    add(
      [noun.many, noun.one, ...noun.synonyms].map((word) => [word, `the list of ${noun.many}`]),
      { list: null, listName: null },
    );
    add(listEntries(vocabulary, await source()), { list: key, listName: noun.many });
  }
  add(generalEntries, { list: null, listName: null });
  return terms;
}

/** Time in milliseconds for which terms are cached. Reading them goes through the rows of all lists. */
const cacheMilliseconds = 60_000;

/** Returns a reader of the terms of these lists, which are up to a minute old. */
export function createTermReader(lists: () => readonly AskableList[]): () => Promise<TermsByKey> {
  let cached: { terms: Promise<TermsByKey>; until: number } | undefined;
  return () => {
    const now = performance.now();
    if (cached !== undefined && cached.until > now) return cached.terms;
    const terms = readTerms(lists());
    cached = { terms, until: now + cacheMilliseconds };
    terms.catch(() => {
      cached = undefined;
    });
    return terms;
  };
}

function* listEntries(vocabulary: ListVocabulary, source: UntypedListRows): Generator<Entry> {
  for (const column of source.columns) yield* columnEntries(column, vocabulary, source);
  for (const { words, filters } of vocabulary.phrases) {
    const meaning = filters
      .flatMap((filter) => {
        const column = source.columns.find(({ key }) => key === filter.column);
        return column === undefined ? [] : filterText(column, filter);
      })
      .join(', ');
    for (const word of words) yield [word, meaning];
  }
  for (const { words, columns } of vocabulary.views ?? []) {
    const labels = source.columns.filter(({ key }) => columns.includes(key));
    for (const word of words) yield [word, `show ${labels.map(({ label }) => label).join(', ')}`];
  }
}

function* columnEntries(
  column: ListColumn<never>,
  { columns, customer }: ListVocabulary,
  source: UntypedListRows,
): Generator<Entry> {
  const { key, label, kind } = column;
  const words = columns[key] ?? {};
  if (words.ignoresLabel !== true) yield [label, label];
  for (const word of [...(words.words ?? []), ...(words.verbs ?? [])]) yield [word, label];
  for (const word of words.highest ?? []) yield [word, `highest ${label}`];
  for (const word of words.lowest ?? []) yield [word, `lowest ${label}`];
  if (key === customer || (kind !== 'option' && words.hasValues !== true)) return;
  for (const { value } of source.valueCounts(key))
    for (const word of [value, ...(words.values?.[value] ?? [])])
      yield [word, `${label}: ${value}`];
}

/** Returns terms that contain the searched text; terms that start with it come first. */
export function searchTerms(terms: TermsByKey, search: string): Term[] {
  const folded = foldText(search.trim());
  const found = [...terms.values()].flatMap((term) => {
    const at = foldText(term.term).indexOf(folded);
    return at < 0 ? [] : { term, isStart: at === 0 };
  });
  return found
    .toSorted(
      (one, other) =>
        Number(other.isStart) - Number(one.isStart) ||
        one.term.term.length - other.term.term.length,
    )
    .slice(0, synonymLimits.terms)
    .map(({ term }) => term);
}

/** Returns the meanings of a term in one list, or in all lists. */
export const meaningsOf = (terms: TermsByKey, term: string, list: string | null): TermMeaning[] =>
  (terms.get(phraseKey(term))?.meanings ?? []).filter(
    (meaning) => list === null || meaning.list === null || meaning.list === list,
  );
