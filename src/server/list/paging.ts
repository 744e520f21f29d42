import type { z } from 'zod';
import { unprocessable } from '#server/core/errors.ts';

/** Encodes the sort key of the last row on a page as an opaque cursor for the next page. */
export const encodeCursor = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** Decodes a cursor. Throws a 422 error for a cursor that `encodeCursor` did not create. */
export function decodeCursor<Place>(
  text: string | undefined,
  schema: z.ZodType<Place>,
): Place | undefined {
  if (text === undefined) return undefined;
  const place = schema.safeParse(parsed(text));
  if (!place.success) throw unprocessable('after: must be a cursor from an earlier response');
  return place.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
