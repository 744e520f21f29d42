import { dayInWords, numberText } from '#shared/core/words.ts';
import type { JobWords, ResultWords } from '../job-description.ts';

/**
 * Describes the result of a run: '2 weeks closed, last week Nov 15, 2026'. Values without words and
 * `null` values are left out. Returns `null` without a result.
 */
export function jobResultText(
  words: JobWords | undefined,
  result: Readonly<Record<string, unknown>> | null,
): string | null {
  if (words === undefined || result === null) return null;
  return Object.entries(words.result)
    .flatMap(([key, each]) => valueInWords(each, result[key]) ?? [])
    .join(', ');
}

function valueInWords(words: ResultWords, value: unknown): string | undefined {
  if (typeof words === 'object' && 'texts' in words)
    return typeof value === 'string' ? (words.texts[value] ?? value) : undefined;
  if (typeof value === 'number' && typeof words === 'object')
    return `${numberText(value)} ${value === 1 ? words[0] : words[1]}`;
  if (typeof value !== 'string' || typeof words !== 'string') return undefined;
  return `${words} ${/^\d{4}-\d{2}-\d{2}$/.test(value) ? dayInWords(value) : value}`.trim();
}
