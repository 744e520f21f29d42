import type { z } from 'zod';
import { unprocessable } from '#server/core/errors.ts';

/** Where a page ended, as an opaque text for the address of the next. */
export const writePlace = (place: readonly (string | number)[]): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** The place a text stands for; a text that we did not write is a 422. */
export function readPlace<Place>(text: string | undefined, schema: z.ZodType<Place>): Place | undefined {
  if (text === undefined) return undefined;
  const place = schema.safeParse(parsed(text));
  if (!place.success) throw unprocessable('after: is not the end of a page');
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
