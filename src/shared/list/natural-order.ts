const digits = '000000000000000';

/**
 * Returns a key for folded text, by which texts can be sorted naturally with <: 'Suite 9' comes
 * before 'Suite 10'. Comparing keys takes a third of the time of `Intl.Collator`, which matters for
 * tens of thousands of names.
 */
export const naturalSortKey = (folded: string): string =>
  /\d/.test(folded)
    ? folded.replace(
        /\d+/g,
        (number) => digits.slice(Math.min(number.length, digits.length)) + number,
      )
    : folded;
