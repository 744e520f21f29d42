import { describe, expect, test } from 'vitest';
import { type Encoding, encoders } from '#test/encodings.ts';
import { convertToUtf8 } from './encoding.ts';

function encode(text: string, encoding: Encoding): Buffer {
  const bytes = encoders[encoding](text);
  if (bytes === undefined) throw new Error(`${encoding} lacks a character of "${text}"`);
  return bytes;
}

async function read(bytes: Buffer, size = bytes.length): Promise<string> {
  const parts: Buffer[] = [];
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  for await (const part of convertToUtf8(pieces)) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('text that is not UTF-8', () => {
  test.each([
    'José Peña',
    'García Dental',
    'María López',
    'François',
    'Más Sonrisas',
    'Clínica Ñandú',
    'Zoë Müller',
  ])('of MacRoman is distinguished from Windows-1252: %s', async (name) => {
    const file = `Institution ID,Name\nP-27,${name}\n`;
    expect(await read(encode(file, 'macRoman'))).toBe(file);
    expect(await read(encode(file, 'windows1252'))).toBe(file);
  });

  test.each([
    'Hawai’i Dental',
    'O’Neil',
    'St. Luke’s',
    '2019–2020',
    'Mon–Fri 9–5',
    'Smith\u00a0Dental',
    'Invisalign™',
    '“Bob”',
    'Škoda',
    'Tomaš',
    'Pešek',
    'well–known',
    '½ day',
    'CAFÉ',
  ])('of Windows-1252 stays: %s', async (name) =>
    expect(await read(encode(`Name\n${name}\n`, 'windows1252'))).toBe(`Name\n${name}\n`),
  );

  test('of DOS code page 850 is read', async () => {
    expect(await read(Buffer.from('Name\nJos\x82 Pe\xa4a\nGarc\xa1a L\xa2pez\n', 'latin1'))).toBe(
      'Name\nJosé Peña\nGarcía López\n',
    );
  });

  test.each(['Muñoz', 'ÉCOLE', 'Köln'])(
    'that two encodings could mean is refused and never read wrongly: %s',
    async (name) => {
      await expect(read(encode(`Name\n${name}\n`, 'macRoman'))).rejects.toThrow(
        /ambiguous.*Save it as CSV UTF-8/,
      );
    },
  );

  test('that turns out to be MacRoman after lines were read as Windows-1252 is refused', async () => {
    const file = Buffer.concat([
      encode('Name\nO’Neil\n', 'windows1252'),
      encode('José Peña\nMás\nJosé\n', 'macRoman'),
    ]);
    await expect(read(file, 12)).rejects.toThrow(/encoding is ambiguous/);
  });
});
