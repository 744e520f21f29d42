import { capitalize } from '#shared/core/words.ts';

const reviewMarker = 'A recent review mentioned:';
export const maxBioLength = 150;

/** Returns the generic bio, for an institution that has no bio in the directory. */
export function genericBio(name: string, locations: number): string {
  return `${name} is a dental practice located in ${locations > 1 ? 'multiple locations' : 'their location'}`;
}

/**
 * Makes a sentence of a bio whose leading practice name was removed: ' is a clinic' becomes 'A
 * clinic', ' offers care' becomes 'The practice offers care'.
 */
function sentence(rest: string): string {
  const text = rest.replace(/^[\s,:;.–—-]+/, '');
  const what = text.replace(/^is (?=(an?|the|one|your) )/, '');
  const hasLostItsSubject = what === text && /^\s+\p{Ll}/u.test(rest);
  return hasLostItsSubject ? `The practice ${text}` : capitalize(what);
}

/**
 * Shortens a directory's bio: cuts it before a quoted review, removes the leading practice name and
 * truncates it to 150 characters plus an ellipsis. Returns '' when nothing is left.
 */
export function shortenBio(bio: string, name: string): string {
  const [beforeReview = ''] = bio.split(reviewMarker);
  let text = capitalize(beforeReview.trim());
  if (name !== '' && text.toLowerCase().startsWith(name.toLowerCase())) {
    const rest = text.slice(name.length);
    // Removes whole words only: not 'Bright Smile' from 'Bright Smiles of Ohio' or 'Bright Smile’s
    // dentists'.
    if (!/^[\p{L}\p{N}'’]/u.test(rest)) text = sentence(rest);
  }
  const characters = [...text];
  return characters.length > maxBioLength
    ? `${characters.slice(0, maxBioLength).join('').trimEnd()}…`
    : text;
}
