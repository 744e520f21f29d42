import type { AskableList } from '#shared/assistant/askable-lists.ts';
import { type CatalogList, maxCatalogValues } from '#shared/assistant/catalog.ts';
import type { ListColumn } from '#shared/list/column.ts';
import type { UntypedListRows } from '#shared/list/source.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';

/** Describes a list by its vocabulary, its columns and the values of its rows. */
export async function describeList({ vocabulary, source }: AskableList): Promise<CatalogList> {
  const read = await source();
  const { key, noun, grain, page, phrases, examples } = vocabulary;
  return {
    key,
    noun: { one: noun.one, many: noun.many, synonyms: [...noun.synonyms] },
    grain,
    page,
    columns: read.columns.map((column) => describeColumn(column, vocabulary, read)),
    // A phrase with several meanings is in the vocabulary once for each meaning.
    phrases: [...new Set(phrases.flatMap(({ words }) => words[0] ?? []))],
    examples: [...examples],
  };
}

function describeColumn(
  column: ListColumn<never>,
  vocabulary: ListVocabulary,
  source: UntypedListRows,
): CatalogList['columns'][number] {
  const { key, label, kind, options, metric = null } = column;
  const { words = [], verbs = [], hasValues } = vocabulary.columns[key] ?? {};
  const isClosed = kind === 'option' || (hasValues === true && key !== vocabulary.customer);
  const values = isClosed ? (options ?? source.valueCounts(key).map(({ value }) => value)) : [];
  return {
    key,
    label,
    words: [...words, ...verbs],
    values: values.slice(0, maxCatalogValues),
    valueCount: values.length,
    metric,
  };
}
