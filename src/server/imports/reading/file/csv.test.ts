import { describe, expect, test } from 'vitest';
import { ImportRefused } from '../import-error.ts';
import { type CsvRow, readCsv } from './csv.ts';
import { convertToUtf8 } from './encoding.ts';

async function read(input: Iterable<Uint8Array>): Promise<{ header: string[]; rows: CsvRow[] }> {
  let header: string[] = [];
  const rows: CsvRow[] = [];
  await readCsv(convertToUtf8(input), {
    knownCells: (cells) =>
      cells.filter((cell) => ['name', 'city', 'zip'].includes(cell.trim())).length,
    header: (cells) => {
      header = cells;
    },
    rows: async (more) => {
      rows.push(...more);
    },
  });
  return { header, rows };
}

const pieces = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );

describe('CSV in every dialect is read alike', () => {
  const table = [
    ['name', 'city'],
    ['Café Molar', 'Zürich'],
    ['a "b"', 'x,y;z\tw'],
  ];
  const write = (delimiter: string, lineEnd: string) =>
    table
      .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter))
      .join(lineEnd);

  for (const delimiter of [',', ';', '\t', '|'])
    for (const [label, lineEnd] of [
      ['LF', '\n'],
      ['CRLF', '\r\n'],
      ['CR', '\r'],
    ] as const)
      for (const encoding of ['utf8', 'utf8 with mark', 'latin1', 'utf16le'] as const)
        test(`${JSON.stringify(delimiter)} ${label} ${encoding}`, async () => {
          const written = write(delimiter, lineEnd);
          const bytes =
            encoding === 'utf8'
              ? Buffer.from(written)
              : encoding === 'latin1'
                ? Buffer.from(written, 'latin1')
                : Buffer.from(`\ufeff${written}`, encoding === 'utf16le' ? 'utf16le' : 'utf8');
          for (const size of [1, 2, 3, 7, 1000]) {
            const { header, rows } = await read(pieces(bytes, size));
            expect([header, ...rows.map((row) => row.cells)]).toEqual(table);
            expect(rows.map((row) => row.line)).toEqual([2, 3]);
          }
        });
});

test('UTF-16 in big-endian order', async () => {
  const { rows } = await read([Buffer.from('\ufeffname,city\nCafé,x\n', 'utf16le').swap16()]);
  expect(rows[0]?.cells).toEqual(['Café', 'x']);
});

test.each(['utf16le', 'utf16be'])('%s without a mark', async (encoding) => {
  const bytes = Buffer.from('name,city\nCafé,Zürich\n', 'utf16le');
  const { header, rows } = await read(pieces(encoding === 'utf16le' ? bytes : bytes.swap16(), 3));
  expect([header, rows[0]?.cells]).toEqual([
    ['name', 'city'],
    ['Café', 'Zürich'],
  ]);
});

test.each(['sep=;\r\n', '"sep=;"\n', 'SEP=;\r'])(
  'a first line %j names the delimiter and is no header',
  async (line) => {
    const { header, rows } = await read([Buffer.from(`${line}a,b;"c,d"\n1;2\n`)]);
    expect([header, rows]).toEqual([['a,b', 'c,d'], [{ line: 3, cells: ['1', '2'] }]]);
  },
);

test('a Latin-1 byte after megabytes of plain text, and Windows-1252 quotes', async () => {
  const { rows } = await read([
    Buffer.from('name,city\n'),
    ...Array.from({ length: 40 }, () => Buffer.from('plain,text\n'.repeat(6000))),
    Buffer.from('Caf\xe9 \x93x\x94,y\nÜber,utf8', 'latin1'),
  ]);
  expect(rows.at(-2)?.cells).toEqual(['Café “x”', 'y']);
});

test('lines are counted as the file has them: blank ones and those inside quotes', async () => {
  for (const lineEnd of ['\n', '\r\n', '\r']) {
    const { rows } = await read([
      Buffer.from(['', 'name,city', '"a', 'b', 'c",x', '', ' , ', 'last,y', ''].join(lineEnd)),
    ]);
    expect(rows.map((row) => [row.line, row.cells.at(-1)])).toEqual([
      [3, 'x'],
      [8, 'y'],
    ]);
  }
});

test('stray quotes are text', async () => {
  const { rows } = await read([
    Buffer.from('name,city\nDr. "Bob" Smith,5" pipe\n "quoted" , plain \n'),
  ]);
  expect(rows.map((row) => row.cells)).toEqual([
    ['Dr. "Bob" Smith', '5" pipe'],
    ['quoted', 'plain'],
  ]);
});

test('delimiters inside quotes are no columns of the header', async () => {
  const { header } = await read([Buffer.from(`name,"${','.repeat(500)}",city\nx,y,z\n`)]);
  expect(header).toEqual(['name', ','.repeat(500), 'city']);
});

describe('hostile files are refused at once with one clear sentence', () => {
  function* endless(head: string, repeat: string, counter: { bytes: number }): Generator<Buffer> {
    yield Buffer.from(head);
    const piece = Buffer.from(repeat.repeat(Math.ceil(65_536 / repeat.length)));
    for (; counter.bytes < 50 * 2 ** 20; counter.bytes += piece.length) yield piece;
  }
  test.each([
    ['a quote that never closes', 'name,city\na,b\n"abc', 'x y z\n', /line 3 .*64 KB.*quote/],
    ['a quote that never closes, in one line', 'name,city\n"abc', 'x', /1 MB/],
    ['a header of millions of columns', '', 'name,', /1 MB/],
    ['a row of nothing but commas', 'name,city\n', ',', /1 MB/],
    ['a quoted row of line ends', 'name,city\n"', '\n', /64 KB/],
    ['nothing but NUL', '', '\0', /1 MB/],
  ])('%s', async (_, head, repeat, message) => {
    const counter = { bytes: 0 };
    const failure = await read(endless(head, repeat, counter)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ImportRefused);
    expect(String(failure)).toMatch(message);
    expect(counter.bytes).toBeLessThan(3 * 2 ** 20);
  });
  test.each([
    ['a quote open at the end', 'name,city\na,b\n"abc', /line 3 has an unclosed quote/],
    ['201 columns', `name${',x'.repeat(200)}\n`, /201 columns/],
    ['a megabyte of commas', `name${','.repeat(1_000_000)}\nx\n`, /1,000,001 columns; at most 200/],
    [
      'a megabyte of commas behind blank lines',
      `\n\n${','.repeat(1_000_000)}\nname,city\n`,
      /1,000,001 columns; at most 200/,
    ],
    [
      'a megabyte of semicolons without a line end',
      ';'.repeat(1_000_000),
      /1,000,001 columns; at most 200/,
    ],
    ['an empty file', '', /empty/],
    ['only blank lines', '\n\n \n', /empty/],
    ['a spreadsheet', 'PK\u0003\u0004abcdef', /spreadsheet/],
  ])('%s', async (_, content, message) => {
    await expect(read([Buffer.from(content)])).rejects.toThrow(message);
  });
});
