import { describe, expect, test } from 'vitest';
import { detectNumberFormat, parseWrittenNumber } from './numbers.ts';

const read = (text: string) => {
  const written = parseWrittenNumber(text);
  return 'reason' in written
    ? written.reason
    : [detectNumberFormat(written), written['decimal-point'], written['decimal-comma']];
};

describe('a number', () => {
  test.each([
    ['998', 998],
    ["1'250", 1250],
    ['1’250’000', 1_250_000],
    ['1 250', 1250],
    ['$ 950', 950],
    ['950 US$', 950],
    ['1e3', 1000],
    ['(12)', -12],
    ['−12', -12],
    ['12-', -12],
    ['+7', 7],
  ])('%j is the same in each format', (text, value) =>
    expect(read(text)).toEqual([undefined, value, value]),
  );

  test.each([
    ['1.204', 1.204, 1204],
    ['12.345', 12.345, 12_345],
    ['123.456', 123.456, 123_456],
    ['1,204', 1204, 1.204],
    ['001,204', 1204, 1.204],
    ['$1,250', 1250, 1.25],
    ['(1.250)', -1.25, -1250],
  ])('%j is another one in each format', (text, point, comma) =>
    expect(read(text)).toEqual(['either', point, comma]),
  );

  test.each([
    ['1,204.50', 1204.5],
    ['1,204.500', 1204.5],
    ['1,204,000', 1_204_000],
    ['1,00,000', 100_000],
    ['12,34,567.8', 1_234_567.8],
    ['12.5', 12.5],
    ['1234.567', 1234.567],
    ['0.500', 0.5],
    ['.500', 0.5],
    ['-.5', -0.5],
    ['1.204e3', 1204],
    ["1'250.500", 1250.5],
  ])('%j needs a decimal point', (text, value) =>
    expect(read(text)).toEqual(['decimal-point', value, null]),
  );

  test.each([
    ['1.204,50', 1204.5],
    ['1.204.000', 1_204_000],
    ['12,5', 12.5],
    ['1234,567', 1234.567],
    ['0,500', 0.5],
    [',5', 0.5],
    ['1,204E+03', 1204],
    ['1 250,500', 1250.5],
    ['(1.250,5)', -1250.5],
  ])('%j needs a decimal comma', (text, value) =>
    expect(read(text)).toEqual(['decimal-comma', null, value]),
  );
});

test.each([
  ['12%', 'is a percentage'],
  ['(1,5 %)', 'is a percentage'],
  ['١٢٣', 'has digits of another script: write 0 to 9'],
  ['１２', 'has digits of another script: write 0 to 9'],
  ['€ 12', 'is in another currency than US dollars'],
  ['1.250,50 €', 'is in another currency than US dollars'],
  ['CAD 1,000', 'is in another currency than US dollars'],
  ['1,000 EUR', 'is in another currency than US dollars'],
  ['A$5', 'is in another currency than US dollars'],
  ['many', 'is not a number'],
  ['$', 'is not a number'],
  ['12 pcs', 'is not a number'],
  ['1.2.3', 'is not a number'],
  ['1,2,3', 'is not a number'],
  ['1.204,000.5', 'is not a number'],
  ["1'25", 'is not a number'],
  ["1'250 000", 'is not a number'],
  ['2026-11-17', 'is not a number'],
  ['1--', 'is not a number'],
])('%j %s', (text, reason) => expect(read(text)).toBe(reason));
