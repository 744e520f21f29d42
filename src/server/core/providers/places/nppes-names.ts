/** Legal forms at the end of a name, with or without periods. */
const legalForm =
  /[\s,]+(?:l\.?\s?l\.?\s?c|p\.?\s?l\.?\s?l\.?\s?c|p\.?\s?c|p\.?\s?a|l\.?\s?l\.?\s?p|a\.?p\.?c|inc|incorporated|corp|corporation|co|company|ltd|limited|prof(?:essional)?\s+(?:corp|corporation|association)|a\s+professional\s+(?:dental\s+|medical\s+)?corp(?:oration)?)\.?$/i;
/** Words that stay in lower case inside a name. */
const smallWords = new Set(['a', 'an', 'and', 'at', 'by', 'for', 'in', 'of', 'on', 'the', 'to']);
/** Abbreviations that stay in capitals: compass directions, degrees and Roman numerals. */
const capitals =
  /^(?:[NS][EW]|[NESW]|DDS|DMD|MD|DO|DC|OD|DPM|MS|PO|USA|TMJ|ENT|OBGYN|NYC|I{2,3}|IV|VI{0,3}|IX)$/;

const capitalized = (part: string): string =>
  part
    .toLowerCase()
    .replace(/^(mc|o')?(\p{L})/u, (_, prefix: string | undefined, letter: string) =>
      prefix === undefined
        ? letter.toUpperCase()
        : `${prefix.charAt(0).toUpperCase()}${prefix.slice(1)}${letter.toUpperCase()}`,
    );

function readableWord(word: string, isFirst: boolean): string {
  const bare = word.replace(/[.,]/g, '');
  if (capitals.test(bare)) return word;
  if (!isFirst && smallWords.has(bare.toLowerCase())) return word.toLowerCase();
  return word
    .split(/(?<=[-/(&])/)
    .map(capitalized)
    .join('');
}

/** Returns a text in capitals as it is usually written. A text with lower-case letters stays. */
export function readableCapitals(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  if (/\p{Ll}/u.test(line)) return line;
  return line
    .split(' ')
    .map((word, at) => readableWord(word, at === 0))
    .join(' ');
}

/** Returns the readable name of an organization, without its legal form. */
export function readableOrganizationName(text: string): string {
  let name = text.trim();
  for (;;) {
    const shorter = name.replace(legalForm, '').replace(/[\s,]+$/, '');
    if (shorter === name || shorter === '') return readableCapitals(name);
    name = shorter;
  }
}

/** Formats a ZIP code as '06103' or '06103-1234'; '' for another text. */
export function formatZip(text: string): string {
  const [, five, four] = /^(\d{5})-?(\d{4})?$/.exec(text.trim()) ?? [];
  if (five === undefined) return '';
  return four === undefined || four === '0000' ? five : `${five}-${four}`;
}

/** Formats a US phone number as '(860) 555-0109'; `null` for fewer than ten digits. */
export function formatPhone(text: string): string | null {
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10})/, '');
  const [, area, exchange, line] = /^(\d{3})(\d{3})(\d{4})/.exec(digits) ?? [];
  return area === undefined ? null : `(${area}) ${exchange}-${line}`;
}
