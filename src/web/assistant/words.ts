import type { Answer, Outcome } from '#shared/assistant/assistant.ts';
import { numberText } from '#shared/core/words.ts';

/** Returns the figure of an answer: '5', '71.3%', or '10 of 360' for the first rows of a list. */
export function figureText({ plan: { aggregate }, total, valueText }: Answer): string {
  if (aggregate.kind !== 'rows') return valueText ?? '–';
  const { limit } = aggregate;
  return limit === null || limit >= total
    ? numberText(total)
    : `${numberText(limit)} of ${numberText(total)}`;
}

/** Returns an outcome as one sentence for screen readers. */
export function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'answer':
      return `${outcome.reading}: ${figureText(outcome)}`;
    case 'ask':
      return `${outcome.prompt} ${outcome.options.length} choices.`;
    case 'refuse':
      return outcome.reason;
  }
}

/** Returns the label of the link to the list: 'Open these 5 customers in the list'. */
export function openListText({ total, listName }: Answer): string {
  if (total === 0) return `Open the list of ${listName}`;
  return total === 1
    ? 'Open it in the list'
    : `Open these ${numberText(total)} ${listName} in the list`;
}

/** Headings of a column with the figures of groups. */
const figureHeadings = {
  share: 'Share',
  sum: 'Total',
  mean: 'Average',
  median: 'Median',
  highest: 'Highest',
  lowest: 'Lowest',
} as const;

/** Returns the heading of the groups' figures; `null` when the figures are numbers of rows. */
export function figureHeading({ plan: { aggregate } }: Answer): string | null {
  return aggregate.kind === 'count' || aggregate.kind === 'rows'
    ? null
    : figureHeadings[aggregate.kind];
}

export interface QuestionPart {
  text: string;
  /** Position of the first character in the question. */
  start: number;
  isUnknown: boolean;
}

/** Splits a question into its unknown words and the text between them. */
export function splitAtWords(question: string, unknownWords: readonly string[]): QuestionPart[] {
  const words = unknownWords
    .filter((word) => word !== '')
    .toSorted((one, other) => other.length - one.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return [{ text: question, start: 0, isUnknown: false }];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  let start = 0;
  return question.split(pattern).flatMap((text, at) => {
    const part = { text, start, isUnknown: at % 2 === 1 };
    start += text.length;
    return text === '' ? [] : part;
  });
}

function sharedStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at]?.toLowerCase() === other[at]?.toLowerCase()) at += 1;
  return at;
}

/** Replaces the unknown word whose start is most like `known` by `known`. */
export function replaceUnknownWord(
  question: string,
  unknownWords: readonly string[],
  known: string,
): string {
  const parts = splitAtWords(question, unknownWords);
  const [replaced] = parts
    .filter(({ isUnknown }) => isUnknown)
    .toSorted((one, other) => sharedStart(other.text, known) - sharedStart(one.text, known));
  return parts.map((part) => (part === replaced ? known : part.text)).join('');
}
