import { conflict } from './errors.ts';

/** What is kept under an id that the caller made, so that a thing sent again is answered as it was; 409 when it is another thing. */
export function sameAsSent<Kept>(kept: Kept | undefined, isSame: (kept: Kept) => boolean, refusal: string): Kept {
  if (kept === undefined || !isSame(kept)) throw conflict(refusal);
  return kept;
}
