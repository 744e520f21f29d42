import { describe, expect, test } from 'vitest';
import {
  readAmount,
  readChairsideId,
  readDegrees,
  readExternalId,
  readPhone,
  readText,
  readWebLink,
  readYesOrNo,
  readZip,
  repairDoubleEncoding,
} from './cells.ts';
import { detectDateOrderOfCell, readDay } from './days.ts';

const fails = { reason: expect.any(String) };

describe('text', () => {
  test.each([
    ['  a  b ', 'a b'],
    ['a\u0000b\u0007', 'ab'],
    ['Main St\r\nSuite 4', 'Main St Suite 4'],
    ["O'Neil & Sons", "O'Neil & Sons"],
    ['=1+1', '=1+1'],
    ["'=1+1", '=1+1'],
    ["'t Hof", "'t Hof"],
    [' \t\u200b ', null],
    ['\ud800x', '\ufffdx'],
    ['PeÃ±uelas', 'Peñuelas'],
    ['St. Lukeâ€™s', 'St. Luke’s'],
    ['Ã la carte', 'Ã la carte'],
    ['São Paulo', 'São Paulo'],
  ])('%j is %j', (cell, expected) => expect(readText(cell)).toBe(expected));

  test('text with other characters than Windows-1252 is not repaired', () =>
    expect(repairDoubleEncoding('Ã© 日本')).toBe('Ã© 日本'));
});

describe('the id of another system', () => {
  test.each([
    ['12', '12'],
    ['12.0', '12'],
    ['0012', '0012'],
    ['', null],
    [' A-00001 ', 'A-00001'],
    ['0015g00000XyZAbAAJ', '0015g00000XyZAbAAJ'],
    ['00000000123.00', '00000000123'],
    ['99999999999999999999', '99999999999999999999'],
    ['1.5', '1.5'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['{6F9619FF-8B86-D011-B42D-00CF4FC964FF}', '{6F9619FF-8B86-D011-B42D-00CF4FC964FF}'],
  ])('%j is %j', (cell, value) => expect(readExternalId(cell)).toEqual({ value }));
  test.each([
    '0',
    '000',
    '-1',
    '0.0',
    'null',
    'N/A',
    '#N/A',
    '#REF!',
    '-',
    '1.23457E+11',
    '1e+5',
    'x'.repeat(65),
  ])('%j is refused', (cell) => expect(readExternalId(cell)).toEqual(fails));
});

test('a Chairside id is a whole number above zero', () => {
  expect(readChairsideId('1000000005')).toEqual({ value: '1000000005' });
  expect(readChairsideId('12.0')).toEqual({ value: '12' });
  for (const cell of ['0', '-1', '1.5', 'A-1', '9007199254740992'])
    expect(readChairsideId(cell)).toEqual(fails);
});

describe('day', () => {
  test.each([
    ['2026-03-09', '2026-03-09'],
    ['2026/3/9', '2026-03-09'],
    ['20260309', '2026-03-09'],
    ['3/9/2026', '2026-03-09'],
    ['3/9/2026 4:05 PM', '2026-03-09'],
    ['2026-03-09T23:59:59.999Z', '2026-03-09'],
    ['2024-02-29', '2024-02-29'],
    ['13/1/2026', '2026-01-13'],
    ['9.3.2026', '2026-09-03'],
    ['3-9-2026', '2026-03-09'],
    ['Mar 9, 2026', '2026-03-09'],
    ['9-Mar-2026', '2026-03-09'],
    ['9 march 2026 16:05', '2026-03-09'],
    ['2026-03-09 04:05:06 UTC', '2026-03-09'],
    ['', null],
  ])('%j is %j', (cell, value) => expect(readDay(cell)).toEqual({ value }));
  test.each([
    '2026-02-30',
    '2025-02-29',
    '13/13/2026',
    'Foo 9, 2026',
    '3/9/26',
    '45000',
    '0001-01-01',
    '9999-12-31',
    'yesterday',
    '2026-03-09; drop table',
  ])('%j is refused', (cell) => expect(readDay(cell)).toEqual(fails));
});

test('a date has the order of its column unless it fits one order only', () => {
  expect(
    ['3/9/2026', '3.9.2026', '25/3/2026', '3/25/2026', '2026-03-09'].map((cell) =>
      readDay(cell, { order: 'day-first', timeZone: null }),
    ),
  ).toEqual(
    ['2026-09-03', '2026-09-03', '2026-03-25', '2026-03-25', '2026-03-09'].map((value) => ({
      value,
    })),
  );
  expect(
    ['3/9/2026', '13.1.2026', '1-13-2026', '4/4/2026', '2026-03-09', 'soon'].map(
      detectDateOrderOfCell,
    ),
  ).toEqual(['either', 'day-first', 'month-first', undefined, undefined, undefined]);
});

test.each([
  ['2026-11-22T03:30:00Z', '2026-11-21'],
  ['2026-11-22T08:00:00Z', '2026-11-22'],
  ['2026-11-22 07:59:59.999 UTC', '2026-11-21'],
  ['2026-11-22T00:30:00-05:00', '2026-11-21'],
  ['2026-11-21T23:30:00-0800', '2026-11-21'],
  ['2026-11-21T23:30:00-10', '2026-11-22'],
  ['11/22/2026 3:30 AM GMT', '2026-11-21'],
  ['Nov 22, 2026, 12:15 AM Z', '2026-11-21'],
  ['2026-03-01T00:00:00Z', '2026-02-28'],
  ['2026-11-22T03:30:00', '2026-11-22'],
  ['2026-11-22 3:30 AM', '2026-11-22'],
  ['2026-11-22', '2026-11-22'],
])('the day of %j in Los Angeles is %j', (cell, value) => {
  expect(readDay(cell, { order: 'month-first', timeZone: 'America/Los_Angeles' })).toEqual({
    value,
  });
});

test.each([
  '2026-11-22T03:30:00+1:2:3',
  '2026-03-09T25:99Z',
  '2026-03-09T24:01Z',
  '2026-03-09T10:60Z',
  '2026-03-09T10:59:61Z',
  '3/9/2026 13:05 AM',
  '2026-03-09 25:99',
  '2026-03-09T10:00+14:01',
  '2026-03-09T10:00-99',
  '2026-03-09T10:00+05:75',
])('the impossible time or offset of %j is refused, whether instants or dates are read', (cell) => {
  for (const timeZone of ['UTC', null])
    expect(readDay(cell, { order: 'month-first', timeZone })).toEqual(fails);
});

test.each([
  ['2026-03-09T24:00Z', '2026-03-10'],
  ['2026-12-31T23:59:60Z', '2027-01-01'],
  ['2026-03-09T23:59:59+14:00', '2026-03-09'],
  ['2026-03-09T13:59-1000', '2026-03-09'],
  ['2026-03-09 14:00:00.1234567-10', '2026-03-10'],
  ['Mar 9 2026 12:00:00:000AM', '2026-03-09'],
  ['3/9/2026 16:05 PM Z', '2026-03-09'],
])('the day of the unusual time %j is %j', (cell, value) => {
  expect(readDay(cell, { order: 'month-first', timeZone: 'UTC' })).toEqual({ value });
});

describe('amount', () => {
  test.each([
    ['12', 12],
    ['1,234.50', 1234.5],
    ['$1,234', 1234],
    ['.5', 0.5],
    ['5.', 5],
    ['-0', 0],
    ['1e3', 1000],
    ['1.234', 1.234],
    ['12,34', 12.34],
    ['', null],
  ])('%j with a decimal point is %j', (cell, value) =>
    expect(readAmount(cell, 'decimal-point')).toEqual({ value }),
  );
  test.each([
    ['1.234,5', 1234.5],
    ['1.234', 1234],
    ['1,234', 1.234],
    ['12,5', 12.5],
    ['12.5', 12.5],
  ])('%j with a decimal comma is %j', (cell, value) =>
    expect(readAmount(cell, 'decimal-comma')).toEqual({ value }),
  );
  test.each(['1.234', '1,234', '$1,234'])(
    '%j has no value in a column that does not tell',
    (cell) =>
      expect(readAmount(cell, undefined)).toEqual({ reason: 'could be two different numbers' }),
  );
  test.each(['-1', '(12)', '(1,250)', '1,250-', '-$5', '($5)'])('%j is negative', (cell) =>
    expect(readAmount(cell, undefined)).toEqual({ reason: 'is negative' }),
  );
  test.each([
    'NaN',
    'Infinity',
    '1e999',
    '1e13',
    '0x10',
    '1 2',
    '1,2345,678',
    '12 pcs',
    '--1',
    '-(1)',
    '5,',
    '$',
    '1$250',
  ])('%j is refused', (cell) => expect(readAmount(cell, 'decimal-point')).toEqual(fails));
});

describe('zip', () => {
  test.each([
    ['06831', 'CT', '06831'],
    ['6831', 'CT', '06831'],
    ['6831.0', 'NJ', '06831'],
    ['901', 'PR', '00901'],
    ['6831', 'UT', '6831'],
    ['6831', null, '6831'],
    ['06831-6503', 'CT', '06831-6503'],
    ['068316503', 'CT', '06831-6503'],
    ['68316503', 'CT', '06831-6503'],
    ['6831-6503', 'CT', '06831-6503'],
    ['k1a 0b1', 'ON', 'K1A 0B1'],
    ['', 'CT', null],
  ])('%j in %j is %j', (cell, state, expected) => expect(readZip(cell, state)).toBe(expected));
});

test.each([
  ['203-869-6300', '(203) 869-6300'],
  ['+1 203.869.6300', '(203) 869-6300'],
  ['2038696300.0', '(203) 869-6300'],
  ['+44 20 7946 0000', '+44 20 7946 0000'],
  ['203-869-6300 ext. 4', '203-869-6300 ext. 4'],
  ['', null],
])('phone %j is %j', (cell, expected) => expect(readPhone(cell)).toBe(expected));

test('degrees stay on the globe', () => {
  expect(readDegrees('-90', 90)).toEqual({ value: -90 });
  expect(readDegrees('41,029', 90)).toEqual({ value: 41.029 });
  expect(readDegrees('\u221273.6', 180)).toEqual({ value: -73.6 });
  for (const cell of ['90.0001', '-181', 'north', '1e1', 'NaN'])
    expect(readDegrees(cell, 90)).toEqual(fails);
});

test('yes and no', () => {
  expect([readYesOrNo('Yes'), readYesOrNo('0'), readYesOrNo('')]).toEqual([
    { value: true },
    { value: false },
    { value: null },
  ]);
  expect(readYesOrNo('maybe')).toEqual(fails);
});

test('only web addresses are links', () => {
  expect(readWebLink('book.example/x')).toEqual({ value: 'https://book.example/x' });
  for (const cell of [
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user:secret@host.example',
    'https://',
    'not a link',
    'https://a',
  ])
    expect(readWebLink(cell)).toEqual(fails);
});
