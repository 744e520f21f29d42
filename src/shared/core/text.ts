/**
 * Matches a line of printable ASCII without outer or double blanks. Such a line needs no
 * normalization except of case.
 */
const plainLine = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
const ascii = /^[\x20-\x7e]*$/;

/**
 * Matches white space and Braille's empty cell, which is drawn as a blank but is not white space in
 * Unicode.
 */
const spaces = /[\s\u0085\u2800]+/gu;
const space = /[\s\u0085\u2800]/gu;
/**
 * Matches characters that are not drawn: format characters, fillers, variation selectors and
 * control characters.
 */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}]+/gu;
/**
 * Matches invisible characters without a meaning in displayed text. Excludes joiners in scripts and
 * emoji that need them, and emoji selectors.
 */
const meaningless = (() => {
  const any = String.raw`\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}`;
  const joined = String.raw`[^\p{Script=Latin}\s!-~${any}]`;
  const joiner = '[\\u200c\\u200d]';
  const alone = String.raw`(?<!${joined}\ufe0f?)${joiner}|${joiner}(?!${joined})|(?<!\p{Extended_Pictographic})[\ufe0e\ufe0f]`;
  return new RegExp(String.raw`(?![\u200c\u200d\ufe0e\ufe0f])[${any}]|${alone}`, 'gu');
})();
const byteOrderMarks = /\ufeff+/g;

const singleQuotes = /[\u00b4\u02b9\u02bb\u02bc\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07]/g;
const doubleQuotes = /[\u02ba\u201c-\u201f\u2033\u2036\uff02]/g;
const hyphens = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const withPlainQuotes = (text: string): string =>
  text.replace(singleQuotes, "'").replace(doubleQuotes, '"');

const normalized = (text: string, removed: RegExp): string =>
  text
    .toWellFormed()
    .replace(byteOrderMarks, '')
    .replace(spaces, ' ')
    .replace(removed, '')
    .normalize('NFC')
    .replace(/ {2,}/g, ' ')
    .trim();

/**
 * Returns a text as one line for storage and display. The line is in NFC, has single blanks, and
 * contains no control characters or invisible characters. Joiners in scripts and emoji that need
 * them are kept, so compare texts with one of the keys below.
 */
export const cleanLine = (text: string): string =>
  plainLine.test(text) ? text : normalized(text, meaningless);

/**
 * Returns the form in which ids are stored and compared. Case and accents distinguish ids.
 * Invisible characters, the kind of white space, and typographic quotes and hyphens don't.
 */
export const normalizeId = (text: string): string =>
  plainLine.test(text) ? text : withPlainQuotes(normalized(text, invisible)).replace(hyphens, '-');

/**
 * Returns the form in which email addresses are compared: `normalizeId` in lower case. A look-alike
 * such as the Kelvin sign can become an ASCII letter. Sign-in therefore rejects addresses that are
 * not plain ASCII before it compares.
 */
export const normalizeEmail = (text: string): string => normalizeId(text).toLowerCase();

/**
 * Matches accents and other marks that do not distinguish words: marks of Latin, Greek and Cyrillic
 * letters, and the points of Hebrew and Arabic. Marks of other scripts, such as the voicing marks
 * of Japanese, are vowels, tones or consonants.
 */
const accents =
  /(?=\p{M})(?!\u3099|\u309a)[\p{Script=Inherited}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]/gu;
const outsideAscii = /[^ -~]/gu;

/**
 * Returns a text folded for searching and filtering: without case, accents, compatibility forms and
 * invisible characters, and with plain quotes, hyphens and blanks. Each character is folded
 * separately, so that the folded text contains the folded form of every substring.
 */
export const foldText = (text: string): string =>
  (ascii.test(text) ? text : foldedLetters(text)).toLowerCase();

/**
 * Replaces quotes before and after decomposing. Some quotes decompose into a blank, and some
 * letters into a quote.
 */
const foldedLetters = (text: string): string =>
  withPlainQuotes(decomposed(withPlainQuotes(text)))
    .replace(hyphens, '-')
    .toLowerCase()
    .replace(byteOrderMarks, '')
    .replace(space, ' ')
    .replace(accents, '')
    .replace(invisible, '')
    .replaceAll('ς', 'σ');

/**
 * Decomposes each character separately. Decomposing the whole text at once would also reorder its
 * marks.
 */
const decomposed = (text: string): string =>
  text.replace(outsideAscii, (character) => character.normalize('NFKD'));

/**
 * Matches fractions such as ½, which fold to digits. Blanks are added around them, so that 12½ does
 * not fold to 121/2.
 */
const fractions = /[\u00bc-\u00be\u2150-\u215f\u2189]/g;
/**
 * Matches words: runs of letters, numbers and their marks, including plus or number signs after the
 * last letter, as in C++.
 */
const words = /[\p{L}\p{N}\p{M}]+(?:(?<=\p{L}\p{M}*)[+#]+(?![+#\p{L}\p{N}\p{M}]))?/gu;

/**
 * Returns the form in which names and streets are compared: folded words without punctuation, with
 * 'and' for '&'.
 */
export const normalizeName = (text: string): string =>
  (
    foldText(text.replace(fractions, ' $& '))
      .replaceAll('&', ' and ')
      .replaceAll("'", '')
      .normalize('NFD')
      .match(words) ?? []
  ).join(' ');

/**
 * Returns the digits of a phone number without the country code 1 and without an extension, such as
 * 'x12'; '' for text without digits.
 */
export const nationalPhoneDigits = (phone: string): string =>
  phone
    .replace(/(?<=\d)(?:[\s,;(]*(?:x|ext(?:ension)?|#)[\s.:-]*\d+|\s*;\s*\d{1,8})[\s)]*$/i, '')
    .replace(/\D/g, '')
    .replace(/^1(?=\d{10}$)/, '');
