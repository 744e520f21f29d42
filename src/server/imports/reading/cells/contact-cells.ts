import { isEmailAddress } from '#shared/core/email-address.ts';
import { normalizeEmail, normalizeId } from '#shared/core/text.ts';
import { readText } from './cells.ts';

const wrapping = /^["'([]+|["')\].:]+$/g;

/**
 * Returns the email addresses of a cell without surrounding names, brackets, schemes, quotes and
 * trailing punctuation. Returns `null` when any part of the cell is not an address, so that half of
 * a mistyped address is never used.
 */
export function readEmails(cell: string): string[] | null {
  const line = readText(cell);
  if (line === null) return [];
  const written = normalizeId(line);
  const bracketed = [...written.matchAll(/<([^<>]*)>/g)].map(([, inside = '']) => inside.trim());
  if (bracketed.length > 0 && /[@<>]/.test(written.replace(/<[^<>]*>/g, ''))) return null;
  const parts = (bracketed.length > 0 ? bracketed : written.split(/[\s;,|/]+/))
    .map((part) => part.replace(/^["']*mailto:/i, '').replace(wrapping, ''))
    .filter((part) => part !== '');
  if (parts.length === 0 || !parts.every(isEmailAddress)) return null;
  return [
    ...new Map(parts.toReversed().map((part) => [normalizeEmail(part), part])).values(),
  ].toReversed();
}
