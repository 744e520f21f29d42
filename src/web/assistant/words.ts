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

/** Returns the number of rows that the plan of an answer asks for. */
export const countRequestedRows = ({ plan: { aggregate }, total }: Answer): number =>
  aggregate.kind === 'rows' ? Math.min(aggregate.limit ?? total, total) : total;

/** Returns an outcome as one sentence for screen readers. */
export function formatOutcomeAnnouncement(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'answer':
      return `${outcome.reading}: ${figureText(outcome)}`;
    case 'explain':
      return [outcome.reading, ...outcome.parts.flatMap(({ lines }) => lines)].join('. ');
    case 'ask':
      return `${outcome.prompt} ${outcome.options.length} choices.`;
    case 'refuse':
      return outcome.reason;
  }
}

/**
 * Returns an error with a message for users. The browser reports a request that reached no server
 * as a `TypeError`, such as 'Failed to fetch'.
 */
export const toUserFacingError = (error: Error): Error =>
  error instanceof TypeError
    ? new Error('Chairside can’t be reached. Check your connection, then retry.')
    : error;

/** Returns the label of the link to the list: 'Open these 5 customers in the list'. */
export function openListText({ plan: { aggregate }, total, noun }: Answer): string {
  if (total === 0) return `Open the list of ${noun.many}`;
  if (total === 1) return `Open this ${noun.one} in the list`;
  const isPart = aggregate.kind === 'rows' && aggregate.limit !== null && aggregate.limit < total;
  return `Open ${isPart ? 'all' : 'these'} ${numberText(total)} ${noun.many} in the list`;
}

/**
 * Returns the link to the rows in the numerator of a share; `null` without such rows. Also returns
 * `null` when the link would need two filters on one column, which a list does not support.
 */
export function numeratorLink({ plan: { aggregate }, share, noun, link }: Answer) {
  if (aggregate.kind !== 'share' || share === null || share.part === 0) return null;
  const url = new URL(link, 'http://localhost');
  const added = [...new URLSearchParams(aggregate.filters)];
  if (added.some(([name]) => url.searchParams.has(name))) return null;
  // The filters replace the default view, too.
  url.searchParams.delete('view');
  for (const [name, value] of added) url.searchParams.append(name, value);
  const counted = share.part === 1 ? noun.one : noun.many;
  return {
    text: `Open the ${numberText(share.part)} matching ${counted}`,
    path: `${url.pathname}${url.search}`,
  };
}

interface QuestionPart {
  text: string;
  /** Position of the first character in the question. */
  start: number;
  isUnknown: boolean;
}

/** Splits a question into its unknown words and the text between them. */
export function splitAtUnknownWords(
  question: string,
  unknownWords: readonly string[],
): QuestionPart[] {
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

/** Replaces an unknown word of a question. */
export const replaceUnknownWord = (question: string, unknown: string, known: string): string =>
  splitAtUnknownWords(question, [unknown])
    .map(({ text, isUnknown }) => (isUnknown ? known : text))
    .join('');
