import { countText } from '#shared/core/words.ts';

/** Returns a label as a noun within a sentence: 'health tier', but 'EHR'. */
const nounOf = (label: string): string =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

/** Label that isn't a noun, such as 'Closed by'. */
const endsWithPreposition = /\b(?:by|for|from|in|on|since|to|until)$/i;

/**
 * Returns the singular and plural for the groups of columns with these labels: 'state' and 'states'.
 * Groups of two columns have no name of their own.
 */
export function chooseGroupNoun(labels: readonly string[]): { one: string; many: string } {
  const [label, ...others] = labels;
  if (label === undefined || others.length > 0 || endsWithPreposition.test(label))
    return { one: 'group', many: 'groups' };
  const one = nounOf(label);
  const many = /[^aeiou]y$/.test(one) ? `${one.slice(0, -1)}ies` : `${one}s`;
  return { one, many };
}

export const formatGroupCount = (count: number, labels: readonly string[]): string => {
  const { one, many } = chooseGroupNoun(labels);
  return countText(count, one, many);
};
