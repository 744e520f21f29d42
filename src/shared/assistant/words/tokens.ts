import { foldText } from '#shared/core/text.ts';

/** Word, number or comparison sign of a question. */
export interface Token {
  /** Text as typed. */
  text: string;
  /** Form in which words are compared: folded, without a plural ending. */
  key: string;
  /** Value of a number or of a number word, with 'k' and 'm' multiplied; otherwise `undefined`. */
  number?: number;
  /** Sign next to the number. */
  unit?: '$' | '%';
  /** `true` when the word is written in capitals, such as 'TX'. */
  isUpperCase: boolean;
}

const pattern =
  /(?<day>\d{4}-\d{2}-\d{2})(?!\d)|(?<slashed>\d{1,2}\/\d{1,2}\/\d{4})(?!\d)|(?<minus>(?<=^|[\s(<>=≤≥])[-\u2212])?(?:(?<money>\$)\s?)?(?<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?:(?<scale>[km])(?![\p{L}\p{N}])|\s?(?<percent>%))?(?![\p{L}\p{N}])|(?<sign>[<>]=?|≤|≥|=)|(?<possessive>'s(?![\p{L}\p{N}]))|(?<word>[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[+#&](?=[\p{L}\p{N}\s]|$))?)|(?<other>[^\s\p{P}]|[&%#‰‱٪]|(?<=^|[\s(])[-!](?=[\p{L}\p{N}]))/giu;

const keptEndings = /(?:ss|us|is)$/;

/**
 * Returns the form in which words are compared: folded and without a plural ending. It is the same
 * function for questions and vocabulary, so it need not be correct English.
 */
export function wordKey(word: string): string {
  const folded = foldText(word);
  if (folded.length < 4 || keptEndings.test(folded) || !folded.endsWith('s')) return folded;
  if (folded.endsWith('ies')) return `${folded.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss)es$/.test(folded)) return folded.slice(0, -2);
  return folded.slice(0, -1);
}

/** Returns each word once, as it was typed first. */
export const distinctWords = (words: readonly string[]): string[] =>
  words.filter((word, at) => words.findIndex((each) => wordKey(each) === wordKey(word)) === at);

const scales: Record<string, number> = { k: 1_000, m: 1_000_000 };

/** Range such as '2-5' or '40% to 60%', but no date. */
const numberRange =
  /(?<![\d/.,-])(\$?\d{1,7}%?)\s*(?:[-–]|\bto\b)\s*(\$?\d{1,7}%?)(?![\p{L}\d/-])/giu;

/**
 * Invisible characters, such as zero-width spaces, text-direction marks and variation selectors.
 * They come with copied texts.
 */
const invisible = /\p{Cf}|[\ufe00-\ufe0f]/gu;

/**
 * Splits contractions, so that 'isn't' contains 'not', and writes 'w/', ranges, and the slash of
 * 'critical/medium' in words.
 */
const expandContractions = (question: string): string =>
  question
    .replace(invisible, '')
    .replace(/[’‘]/g, "'")
    .replace(/!=|≠|<>/g, ' not ')
    .replace(/\bcan't\b/gi, 'cannot')
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/n't\b/gi, ' not')
    .replace(/'re\b/gi, ' are')
    .replace(/'ve\b/gi, ' have')
    .replace(/'ll\b/gi, ' will')
    .replace(/\bi'm\b/gi, 'i am')
    .replace(numberRange, 'between $1 and $2')
    .replace(/\bw\/o\b/gi, 'without')
    .replace(/\bw\/(?=\s|$)/gi, 'with')
    .replace(/\band\/or\b/gi, 'or')
    .replace(/(?<=\p{L})\/(?=\p{L})/gu, ' or ');

/** Reads a day as it is written in the United States: '10/1/2026'. */
function dayToken(slashed: string): Token {
  const [month = '', day = '', year = ''] = slashed.split('/');
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return { text, key: text, isUpperCase: false };
}

const numberWords = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function numberWord(word: string): { number?: number } {
  const at = numberWords.indexOf(word.toLowerCase());
  return at < 0 ? {} : { number: at + 2 };
}

/**
 * Splits a question into tokens. Punctuation separates words and is dropped, except comparison
 * signs and signs of numbers. Symbols that could change the meaning, such as '&', emoji, or the
 * sign in '-critical' and '!critical', are tokens.
 */
export function tokenize(question: string): Token[] {
  const tokens: Token[] = [];
  for (const match of expandContractions(question).matchAll(pattern)) {
    const { day, slashed, minus, money, number, scale, percent, sign, possessive, word, other } =
      match.groups ?? {};
    const text = match[0].trim();
    const common = { text, isUpperCase: false };
    if (day !== undefined) tokens.push({ ...common, key: text });
    else if (slashed !== undefined) tokens.push(dayToken(slashed));
    else if (number !== undefined) {
      const unit = money !== undefined ? '$' : percent !== undefined ? '%' : undefined;
      tokens.push({
        ...common,
        key: text,
        number:
          Number(number.replaceAll(',', '')) *
          (scales[scale?.toLowerCase() ?? ''] ?? 1) *
          (minus === undefined ? 1 : -1),
        ...(unit === undefined ? {} : { unit }),
      });
    } else if (sign !== undefined) tokens.push({ ...common, key: sign });
    else if (possessive !== undefined) tokens.push({ ...common, key: "'s" });
    else if (word !== undefined)
      tokens.push({
        ...common,
        key: wordKey(word),
        ...numberWord(word),
        isUpperCase: /\p{Lu}/u.test(word) && !/\p{Ll}/u.test(word),
      });
    else if (other !== undefined) tokens.push({ ...common, key: other });
  }
  return tokens;
}

/** Returns the key of a phrase: the keys of its words, separated by blanks. */
export const phraseKey = (phrase: string): string =>
  tokenize(phrase)
    .map(({ key }) => key)
    .join(' ');

const fixedKeys = new Map<string, string>();

/**
 * Returns the key of a phrase of the code, such as a label or a noun. It is computed once, because
 * every question is compared with thousands of these phrases. Phrases of users would fill the memory.
 */
export function fixedPhraseKey(phrase: string): string {
  const key = fixedKeys.get(phrase) ?? phraseKey(phrase);
  fixedKeys.set(phrase, key);
  return key;
}
