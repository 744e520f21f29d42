import { stringify } from 'csv-stringify/sync';
import { describe, expect, test } from 'vitest';
import { readText } from './cells.ts';
import { splitPhoneNumbers } from './phone-numbers.ts';
import { isPlaceholder, stripSpreadsheetFormulaMarks } from './spreadsheet.ts';

describe('marks of spreadsheets and exports are removed', () => {
  test.each([
    ['="0012"', '0012'],
    ['= "06103"', '06103'],
    ['="2035550199"', '2035550199'],
    ['="Dr. ""Bob"" Ash"', 'Dr. "Bob" Ash'],
    ['=""', ''],
    [`'="0012"`, '0012'],
    ["'+Más Sonrisas", '+Más Sonrisas'],
    ["'t Hof", "'t Hof"],
    ["O'Neil", "O'Neil"],
    ['="A"&"B"', '="A"&"B"'],
    ['=1+1', '=1+1'],
  ])('%j is %j', (cell, expected) => expect(stripSpreadsheetFormulaMarks(cell)).toBe(expected));

  test.each(['=', '+', '-', '@', '＝', '＋', '－', '＠'])(
    'a name that starts with %s comes back from an export as it was',
    (prefix) => {
      for (const name of [`${prefix}Mas Sonrisas`, `${prefix}Más Sonrisas`, `${prefix}1`]) {
        const exported = stringify([[name]], { escape_formulas: true, quoted: true })
          .trim()
          .slice(1, -1);
        expect([exported, readText(exported)]).toEqual([`'${name}`, name]);
      }
    },
  );

  test.each(['\t', '\r'])('%j in front of a text leaves no apostrophe behind', (prefix) => {
    const exported = stringify([[`${prefix}Más Sonrisas`]], { escape_formulas: true })
      .trim()
      .replace(/^"|"$/g, '');
    expect([exported, readText(exported)]).toEqual([`'${prefix}Más Sonrisas`, 'Más Sonrisas']);
  });
});

describe('placeholders', () => {
  test.each([
    'N/A',
    ' n/a ',
    '#N/A',
    '#REF!',
    '-',
    '--',
    '—',
    '.',
    '\\N',
    '(null)',
    '<none>',
    '[blank]',
    'null',
    'NULL',
    'undefined',
  ])('%j is no value anywhere', (cell) =>
    expect([isPlaceholder(cell, 'name'), isPlaceholder(cell, 'value')]).toEqual([true, true]),
  );
  test.each([
    '="N/A"',
    '="null"',
    "'-",
    '\u200eN\u200e/\u200eA\u200e',
    '\ufeff-',
    '\u2060#\u2060N\u2060/\u2060A\u2060',
  ])('%j is no value despite the characters around it', (cell) =>
    expect([isPlaceholder(cell, 'name'), isPlaceholder(cell, 'value')]).toEqual([true, true]),
  );
  test.each(['Null', 'None', 'NA', 'Na', 'nil'])('%j may be a name', (cell) =>
    expect([isPlaceholder(cell, 'name'), isPlaceholder(cell, 'value')]).toEqual([false, true]),
  );
  test.each(['0', '-5', '12', 'Unknown', 'Nantucket', 'Other', ''])('%j is a value', (cell) =>
    expect([isPlaceholder(cell, 'name'), isPlaceholder(cell, 'value')]).toEqual([false, false]),
  );
});

test.each([
  ['203-555-0101 / 203-555-0102', ['203-555-0101', '203-555-0102']],
  ['(203) 555-0101; +44 20 7946 0000', ['(203) 555-0101', '+44 20 7946 0000']],
  ['203/555-0101', ['203/555-0101']],
  ['203-555-0101, ext. 5', ['203-555-0101, ext. 5']],
  ['call the office', ['call the office']],
])('phone numbers in %j', (cell, numbers) => expect(splitPhoneNumbers(cell)).toEqual(numbers));
