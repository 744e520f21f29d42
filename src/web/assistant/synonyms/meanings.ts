import type { TermMeaning } from '#shared/assistant/synonyms.ts';

/** Maximum number of list names of a meaning. */
const mostNames = 3;

/**
 * Returns the meanings of a term, each once with the lists in which it applies: 'Customer (tickets,
 * renewals and 12 more)'.
 */
export function describeMeanings(meanings: readonly TermMeaning[]): string[] {
  const groups = Map.groupBy(meanings, ({ text }) => text);
  return [...groups].map(([text, of]) => {
    const names = of.flatMap(({ listName }) => listName ?? []);
    if (names.length < of.length) return `${text} (every list)`;
    const shown = names.slice(0, mostNames).join(', ');
    return names.length > mostNames
      ? `${text} (${shown} and ${names.length - mostNames} more)`
      : `${text} (${shown})`;
  });
}

/** Returns the meanings that apply in a list; all meanings when `list` is `null`. */
export const filterMeaningsByList = (
  meanings: readonly TermMeaning[],
  list: string | null,
): readonly TermMeaning[] =>
  meanings.filter((meaning) => list === null || meaning.list === null || meaning.list === list);
