import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cleanLine,
  foldText,
  nationalPhoneDigits,
  normalizeEmail,
  normalizeId,
  normalizeName,
} from './text.ts';

/** Characters that are not drawn, or drawn only as a blank. */
const undrawn = [
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u200b',
  '\u200e',
  '\u202c',
  '\u2060',
  '\u3164',
  '\ufeff',
  '\uffa0',
  '\u{e0041}',
  '\u0007',
];
const blanks = [
  '\u00a0',
  '\u2007',
  '\u2009',
  '\u202f',
  '\u205f',
  '\u3000',
  '\u2800',
  '\u0085',
  '\t',
  '\r\n',
];

const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom(
        ...undrawn,
        ...blanks,
        '\u200c',
        '\u200d',
        '\ufe0f',
        '\u03a3',
        '\u0130',
        '\u0301',
        'e',
        '\u0e38',
        '\u0e48',
        '\u093c',
        '\u0930',
        '\u20dd',
        '\u00bd',
        '7',
        '+',
        '#',
      ),
    ),
    {
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(''));

describe('a line of text', () => {
  test.each([
    ['plain', 'P-32 Main St', 'P-32 Main St'],
    ['blanks outside and doubled', '  P-32   Main ', 'P-32 Main'],
    ['decomposed letters', 'Cli\u0301nica Pen\u0303uelas', 'Cl\u00ednica Pe\u00f1uelas'],
    ['typographic quotes are kept', 'St. Luke\u2019s', 'St. Luke\u2019s'],
    ['half a pair', 'a\ud800b', 'a\ufffdb'],
    [
      'a Persian name keeps its joiner',
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    ],
    [
      'an emoji keeps its joiners',
      '\u{1f469}\u{1f3fd}\u200d\u2695\ufe0f Care',
      '\u{1f469}\u{1f3fd}\u200d\u2695\ufe0f Care',
    ],
    ['a heart on fire', '\u2764\ufe0f\u200d\u{1f525}', '\u2764\ufe0f\u200d\u{1f525}'],
    ['a joiner between Latin letters is removed', 'Bo\u200dReed\u200c', 'BoReed'],
    ['a joiner behind a hidden mark is removed', 'Bo\u200e\u200dReed', 'BoReed'],
    ['a selector behind a digit is removed', 'P-1\ufe0f', 'P-1'],
  ])('%s', (_, text, expected) => {
    expect(cleanLine(text)).toBe(expected);
  });

  test.each([...undrawn])('%j is removed', (character) => {
    expect(cleanLine(`${character}Elm${character} Dental${character}`)).toBe('Elm Dental');
  });

  test.each(blanks)('%j is replaced by a blank', (character) => {
    expect(cleanLine(`${character}Elm${character}${character}Dental${character}`)).toBe(
      'Elm Dental',
    );
  });

  test('a clean line is unchanged', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(cleanLine(cleanLine(text))).toBe(cleanLine(text));
      }),
    );
  });
});

describe('keys', () => {
  test.each([...undrawn, '\u200c', '\u200d', '\ufe0f'])(
    '%j does not distinguish two ids or addresses',
    (character) => {
      expect(normalizeId(`${character}P-${character}32${character}`)).toBe('P-32');
      expect(normalizeEmail(`${character}Bo@${character}alder.example${character}`)).toBe(
        'bo@alder.example',
      );
    },
  );

  test.each([
    ['P\u201132', 'P-32'],
    ['O\u2019Neil\u00a07', "O'Neil 7"],
    ['Cli\u0301nica', 'Cl\u00ednica'],
    ['a-1', 'a-1'],
    ['A-1', 'A-1'],
  ])('the key of the id %j is %j', (id, key) => {
    expect(normalizeId(id)).toBe(key);
  });

  test('a key is its own key', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const key of [normalizeId, normalizeName]) expect(key(key(text))).toBe(key(text));
      }),
    );
  });

  test.each([
    ['Cli\u0301nica Pen\u0303asco', 'Cl\u00cdNICA PE\u00d1ASCO'],
    ["St. Luke's", 'St Luke\u2019s'],
    ['Elm & Oak', 'Elm\u00a0and Oak'],
    ['Elm\u200e Dental', 'ELM DENTAL'],
  ])('the names %j and %j have the same key', (one, other) => {
    expect(normalizeName(one)).toBe(normalizeName(other));
  });

  test.each([
    ['\u0930\u093e\u092e', '\u0930\u092e\u093e'],
    ['\u0930\u093e\u092e', '\u0930\u092e'],
    ['\u304b\u3093', '\u304c\u3093'],
    ['\u0e02\u0e32\u0e27', '\u0e02\u0e48\u0e32\u0e27'],
    ['12\u00bd Main St', '121 2 Main St'],
    ['C++', 'C#'],
    ['C++', 'C'],
    ['A+ Dental', 'A Dental'],
  ])('the names %j and %j have different keys', (one, other) => {
    expect(normalizeName(one)).not.toBe(normalizeName(other));
  });

  test.each([
    ['12\u00bd Main St', '12 1/2 main st.'],
    ['Suite #200', 'Suite 200'],
    ['Ste#4', 'Ste 4'],
    ['Smith+Jones', 'Smith Jones'],
    ['Smith + Jones', 'Smith, Jones'],
    ['\u03b1\u03cd\u03c1\u03b9\u03bf', '\u03b1\u03c5\u03c1\u03b9\u03bf'],
    ['\u0439\u043e\u0434', '\u0438\u043e\u0434'],
    ['\u0623\u062d\u0645\u062f', '\u0627\u062d\u0645\u062f'],
    ['O\u2082 Dental', 'O2 Dental'],
  ])('the names %j and %j have the same key despite their different letters', (one, other) => {
    expect(normalizeName(one)).toBe(normalizeName(other));
  });
});

describe('folding for search', () => {
  test.each([
    ['Cl\u00ednica', 'clinica'],
    ['Cli\u0301nica', 'clinica'],
    ['PE\u00d1ASCO', 'penasco'],
    ['St. Luke\u2019s', "st. luke's"],
    ["O'Neil", "o'neil"],
    ['O\u00b4Neil', "o'neil"],
    ['Hawai\u02bbi', "hawai'i"],
    ['\u0149', "'n"],
    ['\ua78b', "'"],
    ['Elm\u00a0Dental', 'elm dental'],
    ['Elm\u200e Dental', 'elm dental'],
    ['a\u2013b', 'a-b'],
    ['\u0130zmir', 'izmir'],
    ['\u039f\u0394\u039f\u03a3', '\u03bf\u03b4\u03bf\u03c3'],
    ['\ufb01r', 'fir'],
    ['\u0930\u093e\u092e', '\u0930\u093e\u092e'],
    ['two  blanks ', 'two  blanks '],
  ])('%j is %j', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  test('a part of a text folds to a part of the folded text, in any case', () => {
    fc.assert(
      fc.property(anyText, fc.nat(20), fc.nat(20), (text, from, length) => {
        const letters = [...text];
        const part = letters.slice(from, from + length).join('');
        expect(foldText(text)).toContain(foldText(part));
        expect(foldText(text)).toBe(letters.map(foldText).join(''));
      }),
      { numRuns: 1000 },
    );
  });
});

test.each([
  '860-555-0100',
  '+1 (860) 555-0100 x12',
  '860-555-0100, ext. 12',
  '860-555-0100;12',
  '860-555-0100 (x12)',
  '860.555.0100 Ext: 4',
  '8605550100 #7',
])('%j has the digits of its number without the extension', (phone) => {
  expect(nationalPhoneDigits(phone)).toBe('8605550100');
});
