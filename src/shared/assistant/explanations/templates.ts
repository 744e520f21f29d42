import { phraseKey } from '../words/tokens.ts';

/**
 * Question with a place for other words. '(can|could)' is one of several words, '[the|a]' an
 * optional one, and '#' any words: 'what does # mean'. A template must match the whole question.
 */
export type QuestionTemplate = string;

/** Stands for the customer in a template and in the words of a question. */
export const customerPlaceholder = '@';

const subject = '(?<subject>.+?) ';

const alternatives = (words: string): string =>
  words
    .split('|')
    .map((word) => `${phraseKey(word)} `)
    .join('|');

function patternOf(part: string): string {
  if (part === '#') return subject;
  if (part === customerPlaceholder) return `${customerPlaceholder} `;
  if (part.startsWith('(')) return `(?:${alternatives(part.slice(1, -1))})`;
  if (part.startsWith('[')) return `(?:${alternatives(part.slice(1, -1))})?`;
  return `${phraseKey(part)} `;
}

const compiled = new Map<QuestionTemplate, RegExp>();

function compile(template: QuestionTemplate): RegExp {
  const known = compiled.get(template);
  if (known !== undefined) return known;
  const pattern = new RegExp(`^${template.split(' ').map(patternOf).join('')}$`, 'u');
  compiled.set(template, pattern);
  return pattern;
}

/**
 * Compares the keys of a question's words with templates. Returns the words at '#', or '' when the
 * template has none; `undefined` when no template covers the question.
 */
export function matchTemplates(
  keys: readonly string[],
  templates: readonly QuestionTemplate[],
): string | undefined {
  const text = `${keys.join(' ')} `;
  for (const template of templates) {
    const match = compile(template).exec(text);
    if (match !== null) return match.groups?.subject ?? '';
  }
  return undefined;
}
