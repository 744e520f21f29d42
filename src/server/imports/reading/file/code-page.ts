import { ImportRefused } from '../import-error.ts';

/** Upper half of DOS code page 850. Code page 437 has the same letters for Western languages. */
const upper850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´­±‗¾¶§÷¸°¨·¹³²■ ';
const allHigh = Uint8Array.from({ length: 128 }, (_, index) => index + 128);
const upperHalf = {
  'Windows-1252': [...new TextDecoder('windows-1252').decode(allHigh)],
  MacRoman: [...new TextDecoder('macintosh').decode(allHigh)],
  'DOS code page 850': [...upper850],
} as const;
type CodePage = keyof typeof upperHalf;

const common = /[áéíóúñüöäßçèàêâôëïåÁÉÍÓÚÑÜÖÄÇ]/;
const letter = /\p{L}/u;
const lower = /\p{Ll}/u;
const upper = /\p{Lu}/u;
const vowel = /[aeiouyáéíóúàèêâôëïäöü]/i;
const shownBeforeWord = /[“‘«„¿¡(€£$•–—\u00a0…°#®©½¼¾ªº]/;
const never = /[ƒ†‡ˆ‰Ÿ\p{Cc}\u2500-\u259f■‗]/u;

/**
 * Rates how well a decoded special character fits between its neighbors. A common letter is
 * evidence for a code page; an impossible character is evidence against it.
 */
function fitOf(
  character: string,
  before: string,
  after: string,
): 'common' | 'possible' | 'doubtful' | 'impossible' {
  if (never.test(character)) return 'impossible';
  const isInWord = letter.test(before) && letter.test(after);
  if (!letter.test(character)) {
    if (character === '‘' && letter.test(before) && !letter.test(after)) return 'impossible';
    if (/[–—]/.test(character) && isInWord)
      return lower.test(after) && vowel.test(before) && vowel.test(after) ? 'doubtful' : 'possible';
    if (character === '’' || character === '‘') {
      const isApostrophe =
        !isInWord ||
        upper.test(after) ||
        /[stdlmrv]/.test(after) ||
        (vowel.test(before) && vowel.test(after)) ||
        /[OoDdLl]/.test(before);
      return isApostrophe ? 'possible' : 'impossible';
    }
    if (isInWord && !/[\u00a0\u00ad·®™]/.test(character))
      return lower.test(after) ? 'impossible' : 'possible';
    if (!letter.test(before) && letter.test(after) && !shownBeforeWord.test(character))
      return 'impossible';
    return 'possible';
  }
  if (upper.test(character) && lower.test(before)) return 'impossible';
  if (lower.test(character) && upper.test(before) && upper.test(after)) return 'impossible';
  if (!letter.test(before) && !letter.test(after)) return 'impossible';
  if (/œ/i.test(character) && !/[ufecivr]/i.test(after)) return 'impossible';
  if (/[šž]/.test(character) && !vowel.test(before) && !vowel.test(after)) return 'impossible';
  if (/[ñç]/i.test(character) && !vowel.test(before) && !vowel.test(after)) return 'impossible';
  if (vowel.test(character) && vowel.test(before) && vowel.test(after)) return 'possible';
  return common.test(character) ? 'common' : 'possible';
}

/** Number of special characters that suffices to determine the code page. */
const enough = 5_000;

interface Evidence {
  common: number;
  doubtful: number;
  impossible: number;
}

/**
 * Decodes lines that are not UTF-8. Starts with Windows-1252. If the text then has impossible
 * characters, as in `JosŽ`, switches to MacRoman or code page 850, whichever alone fits. Throws
 * `ImportRefused` when neither fits, and when a later line shows that earlier lines were decoded
 * wrongly.
 */
export class LegacyTextDecoder {
  readonly #evidence = new Map<CodePage, Evidence>();
  #seen = 0;
  #used: CodePage | undefined;

  /**
   * Decodes lines. `isText` is `false` when the lines come from bytes that contain 0x00, which text
   * does not contain. Lines that are not text are decoded as Windows-1252, without determining the
   * code page.
   */
  decode(lines: readonly Buffer[], isText: boolean): string[] {
    if (!isText) return lines.map((line) => decoded(line, 'Windows-1252'));
    if (this.#seen < enough) for (const line of lines) this.#weigh(line);
    const codePage = this.#codePage();
    if (codePage === undefined || (this.#used !== undefined && this.#used !== codePage)) {
      const example = lines.find((line) => line.some((byte) => byte > 127)) ?? Buffer.alloc(0);
      throw new ImportRefused(
        `The file isn't UTF-8 and its encoding is ambiguous: "${decoded(example, 'Windows-1252').trim().slice(0, 60)}" could also be read as "${decoded(example, 'MacRoman').trim().slice(0, 60)}". Save it as CSV UTF-8 and import it again.`,
      );
    }
    this.#used = codePage;
    return lines.map((line) => decoded(line, codePage));
  }

  #weigh(line: Buffer): void {
    for (let at = 0; at < line.length; at += 1) {
      const byte = line[at] ?? 0;
      if (byte < 128) continue;
      this.#seen += 1;
      for (const codePage of codePages) {
        const evidence = this.#evidence.get(codePage) ?? { common: 0, doubtful: 0, impossible: 0 };
        const character = upperHalf[codePage][byte - 128] ?? '';
        const found = fitOf(
          character,
          neighbor(line[at - 1], codePage),
          neighbor(line[at + 1], codePage),
        );
        if (found !== 'possible') evidence[found] += 1;
        this.#evidence.set(codePage, evidence);
      }
    }
  }

  #codePage(): CodePage | undefined {
    const of = (codePage: CodePage): Evidence =>
      this.#evidence.get(codePage) ?? { common: 0, doubtful: 0, impossible: 0 };
    const windows = of('Windows-1252');
    if ((windows.impossible + windows.doubtful) * 4 < this.#seen || this.#seen === 0)
      return 'Windows-1252';
    // Doubtful characters alone decide nothing. A dash between vowels can be a real dash or the ñ
    // of MacRoman.
    if (windows.impossible === 0) return undefined;
    const others = (['MacRoman', 'DOS code page 850'] as const).filter(
      (codePage) =>
        of(codePage).impossible * 4 < windows.impossible && of(codePage).common * 2 > this.#seen,
    );
    return others.length === 1 ? others[0] : undefined;
  }
}

const codePages = ['Windows-1252', 'MacRoman', 'DOS code page 850'] as const;

const neighbor = (byte: number | undefined, codePage: CodePage): string =>
  byte === undefined
    ? ''
    : byte < 128
      ? String.fromCharCode(byte)
      : (upperHalf[codePage][byte - 128] ?? '');

const windows1252 = new TextDecoder('windows-1252');

/** Decodes a line. Windows-1252 uses the built-in decoder, which is much faster for long lines. */
function decoded(line: Buffer, codePage: CodePage): string {
  if (codePage === 'Windows-1252') return windows1252.decode(line);
  return Array.from(line, (byte) => neighbor(byte, codePage)).join('');
}
