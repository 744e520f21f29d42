import type { ListColumn } from '#shared/list/column.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { fixedPhraseKey, wordKey } from '../words/tokens.ts';
import { matchTemplates } from './templates.ts';

/** Questions that ask for a definition and for nothing else. */
const definitionTemplates = [
  'what (does|do) [the|a|an] # mean',
  'what (is|are) (meant|understood) by [the|a|an] #',
  'what do (you|we) mean by [the|a|an] #',
  '[the] (definition|meaning) of [the|a|an] #',
  'what is the (definition|meaning) of [the|a|an] #',
  '[please] (define|explain) [the|a|an] #',
  'what (counts|qualifies) as [the|a|an] #',
  'when (is|does) a customer [count|counts] [as] #',
  'what makes a customer #',
  'how (is|are) [the|a|an] # (calculated|computed|measured|defined|determined|scored)',
  'how (do|does) (you|we|chairside|it) (calculate|compute|measure|define|determine) [the|a|an] #',
  'how (does|do) [the|a|an] # work',
  'what (is|are) (a|an) #',
  "what 's (a|an) #",
];

/** Questions that ask for a definition or for figures. */
const vagueTemplates = ['what (is|are) [the] #', "what 's [the] #", '# definition', '# meaning'];

interface DefinedList {
  vocabulary: ListVocabulary;
  columns: readonly ListColumn<never>[];
}

interface Definitions {
  /** Keys of the metrics that the question asks to define. */
  metrics: readonly string[];
  /** `false` when the question could also ask for the figures themselves. */
  isCertain: boolean;
}

/** Maximum number of definitions in an answer. */
const mostDefinitions = 3;

/**
 * Finds the figures that a question asks to define: columns of the lists, their values and other
 * metrics, by their whole names. Returns `undefined` for other questions.
 */
export function findDefinitions(
  keys: readonly string[],
  lists: readonly DefinedList[],
  metricNames: ReadonlyMap<string, string>,
): Definitions | undefined {
  const certain = matchTemplates(keys, definitionTemplates);
  const vague = certain ?? matchTemplates(keys, vagueTemplates);
  if (vague === undefined) return undefined;
  const column = firstOf(lists, (list) => columnNamed(vague, list));
  const metrics = [
    column?.metrics ?? [],
    metricsNamed(vague, metricNames),
    metricsOfValue(vague, lists),
    metricsOfValue(withoutNoun(vague, lists), lists),
  ].find((found) => found.length > 0);
  if (metrics === undefined) return undefined;
  return {
    metrics: [...new Set(metrics)].slice(0, mostDefinitions),
    // 'What is the revenue?' can ask for the sum.
    isCertain: certain !== undefined || column?.isAdditive === false,
  };
}

/** Returns the first result of the lists that has metrics. */
function firstOf<Found extends { metrics: readonly string[] }>(
  lists: readonly DefinedList[],
  find: (list: DefinedList) => Found,
): Found | undefined {
  for (const list of lists) {
    const found = find(list);
    if (found.metrics.length > 0) return found;
  }
  return undefined;
}

function columnNamed(subject: string, { vocabulary, columns }: DefinedList) {
  const named = columns.filter(({ key, label, metric }) => {
    const words = vocabulary.columns[key];
    const names = [...(words?.ignoresLabel === true ? [] : [label]), ...(words?.words ?? [])];
    return metric !== undefined && names.some((name) => fixedPhraseKey(name) === subject);
  });
  return {
    metrics: named.flatMap(({ metric = [] }) => metric),
    isAdditive: named.some(({ key }) => vocabulary.columns[key]?.isAdditive === true),
  };
}

const metricsNamed = (subject: string, metricNames: ReadonlyMap<string, string>): string[] =>
  [...metricNames].flatMap(([key, name]) => (fixedPhraseKey(name) === subject ? [key] : []));

/**
 * Returns the metrics of columns that have the value or phrase `subject`, such as 'critical'. Uses
 * the first list with such metrics.
 */
const metricsOfValue = (subject: string, lists: readonly DefinedList[]): readonly string[] =>
  firstOf(lists, ({ vocabulary, columns }) => {
    const phrased = vocabulary.phrases
      .filter(({ words }) => words.some((word) => fixedPhraseKey(word) === subject))
      .flatMap(({ filters }) => filters.map(({ column }) => column));
    return {
      metrics: columns.flatMap(({ key, options = [], metric = [] }) => {
        const values = [...options, ...Object.values(vocabulary.columns[key]?.values ?? {}).flat()];
        const isMeant =
          phrased.includes(key) || values.some((value) => fixedPhraseKey(value) === subject);
        return isMeant ? metric : [];
      }),
    };
  })?.metrics ?? [];

/** Drops a noun at the end: 'critical customer'. */
function withoutNoun(subject: string, lists: readonly DefinedList[]): string {
  const words = subject.split(' ');
  const last = words.at(-1) ?? '';
  const isNoun = lists.some(({ vocabulary: { noun } }) =>
    [noun.one, noun.many, ...noun.synonyms].some((name) => wordKey(name) === last),
  );
  return isNoun ? words.slice(0, -1).join(' ') : subject;
}
