import { capitalized } from '#shared/core/words.ts';

const reviewMarker = 'A recent review mentioned:';
export const longestBio = 150;

/** The sentence that stands where the directory has none. */
export function genericBio(name: string, locations: number): string {
  return `${name} is a dental practice located in ${locations > 1 ? 'multiple locations' : 'their location'}`;
}

/** A text that has lost the name in front of it, as a sentence: ' is a clinic' is 'A clinic', ' offers care' is 'The practice offers care'. */
function sentence(rest: string): string {
  const text = rest.replace(/^[\s,:;.–—-]+/, '');
  const what = text.replace(/^is (?=(an?|the|one|your) )/, '');
  const hasLostItsSubject = what === text && /^\s+\p{Ll}/u.test(rest);
  return hasLostItsSubject ? `The practice ${text}` : capitalized(what);
}

/**
 * A directory's text made short: cut before the review it quotes, without the practice's name in front but as a sentence,
 * and at most 150 characters before an ellipsis. Empty when nothing is left.
 */
export function shortBio(bio: string, name: string): string {
  const [beforeReview = ''] = bio.split(reviewMarker);
  let text = capitalized(beforeReview.trim());
  if (name !== '' && text.toLowerCase().startsWith(name.toLowerCase())) {
    const rest = text.slice(name.length);
    // 'Bright Smile' is no prefix of 'Bright Smiles of Ohio', and has to stay in 'Bright Smile’s dentists'.
    if (!/^[\p{L}\p{N}'’]/u.test(rest)) text = sentence(rest);
  }
  const characters = [...text];
  return characters.length > longestBio ? `${characters.slice(0, longestBio).join('').trimEnd()}…` : text;
}
