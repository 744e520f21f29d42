import { conflict } from './errors.ts';

/**
 * Returns the row that an earlier request with the same client-made id saved. Throws a 409 error
 * with the message `refusal` when that row is missing or differs from this request.
 */
export function requireEarlierRowEqual<Saved>(
  saved: Saved | undefined,
  isSame: (saved: Saved) => boolean,
  refusal: string,
): Saved {
  if (saved === undefined || !isSame(saved)) throw conflict(refusal);
  return saved;
}
