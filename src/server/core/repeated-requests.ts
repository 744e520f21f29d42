import { conflict } from './errors.ts';

/**
 * Returns the row saved under a client-made id when a request is repeated; throws a 409 with
 * `refusal` when the row is missing or differs.
 */
export function requireSameRequest<Saved>(
  saved: Saved | undefined,
  isSame: (saved: Saved) => boolean,
  refusal: string,
): Saved {
  if (saved === undefined || !isSame(saved)) throw conflict(refusal);
  return saved;
}
