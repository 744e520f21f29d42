import { isUtf8 } from 'node:buffer';
import { ImportRefused } from '../import-error.ts';
import { LegacyTextDecoder } from './code-page.ts';

export type ByteChunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Maximum number of bytes in a line, far above the accepted row size. The limit stops a file
 * without line ends from filling the memory.
 */
const longestLine = 1024 * 1024;
const lineFeed = 10;
const carriageReturn = 13;

const lastLineEnd = (bytes: Buffer): number =>
  Math.max(bytes.lastIndexOf(lineFeed), bytes.lastIndexOf(carriageReturn));

function refuseWhatIsNoText(head: Buffer): void {
  const starts = (...signature: number[]) => signature.every((byte, index) => head[index] === byte);
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0xd0, 0xcf, 0x11, 0xe0))
    throw new ImportRefused(
      'This is a spreadsheet or archive, not a CSV file. Save it as CSV and send that.',
    );
  if (starts(0x89, 0x50, 0x4e, 0x47) || starts(0xff, 0xd8, 0xff) || starts(0x25, 0x50, 0x44, 0x46))
    throw new ImportRefused(
      'This file is not text: it is a picture or a PDF. Save the table as CSV and send that.',
    );
  if (starts(0x1f, 0x8b))
    throw new ImportRefused('This file is compressed. Unpack it and send the CSV inside.');
}

/**
 * Detects UTF-16 by the byte order mark. Without a mark, detects it by the zero bytes between Latin
 * letters, because a header starts with such letters.
 */
function utf16Of([first, second, third, fourth]: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be';
  return undefined;
}

/**
 * Converts whole lines to UTF-8. A line that is not valid UTF-8 is decoded with the file's legacy
 * code page.
 */
function mendLines(bytes: Buffer, legacy: LegacyTextDecoder): Buffer {
  const parts: Buffer[] = [];
  const others: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found === -1 ? bytes.length : found + 1;
    const line = bytes.subarray(start, end);
    parts.push(line);
    if (!isUtf8(line)) others.push(line);
    start = end;
  }
  const texts = new Map(
    legacy.decode(others, !bytes.includes(0)).map((text, index) => [others[index], text]),
  );
  return Buffer.concat(parts.map((line) => Buffer.from(texts.get(line) ?? line)));
}

async function* decodeUtf16(
  encoding: string,
  head: Buffer,
  rest: AsyncIterator<Uint8Array> | Iterator<Uint8Array>,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  yield Buffer.from(decoder.decode(head, { stream: true }));
  for (let next = await rest.next(); !next.done; next = await rest.next())
    yield Buffer.from(decoder.decode(next.value, { stream: true }));
  yield Buffer.from(decoder.decode());
}

/**
 * Yields a file's text as UTF-8 without a byte order mark. Detects UTF-16 by the byte order mark or
 * by zero bytes. Decides any other encoding line by line, so that a single Latin-1 byte late in a
 * large file is decoded correctly.
 */
export async function* convertToUtf8(input: ByteChunks): AsyncGenerator<Buffer> {
  const source =
    Symbol.asyncIterator in input ? input[Symbol.asyncIterator]() : input[Symbol.iterator]();
  try {
    let carry: Buffer = Buffer.alloc(0);
    let started = false;
    const legacy = new LegacyTextDecoder();
    for (let next = await source.next(); !next.done; next = await source.next()) {
      carry = carry.length === 0 ? Buffer.from(next.value) : Buffer.concat([carry, next.value]);
      if (!started) {
        if (carry.length < 4) continue;
        started = true;
        refuseWhatIsNoText(carry);
        const utf16 = utf16Of(carry);
        if (utf16 !== undefined) return yield* decodeUtf16(utf16, carry, source);
        carry = withoutMark(carry);
      }
      const cut = lastLineEnd(carry) + 1;
      if (cut === 0) {
        if (carry.length > longestLine)
          throw new ImportRefused(
            'A line is longer than 1 MB. This does not look like a CSV file.',
          );
        continue;
      }
      const lines = carry.subarray(0, cut);
      carry = carry.subarray(cut);
      yield isUtf8(lines) ? lines : mendLines(lines, legacy);
    }
    const last = started ? carry : withoutMark(carry);
    if (last.length > 0) yield isUtf8(last) ? last : mendLines(last, legacy);
  } finally {
    await source.return?.();
  }
}

const withoutMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
