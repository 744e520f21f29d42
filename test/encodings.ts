const bytesOf = (label: string) =>
  new Map(
    Array.from({ length: 256 }, (_, byte): [string, number] => [
      new TextDecoder(label).decode(Uint8Array.of(byte)),
      byte,
    ]),
  );
const windows1252 = bytesOf('windows-1252');
const macRoman = bytesOf('macintosh');

/**
 * Encodes a text with one byte per character; `undefined` when the encoding lacks one of the
 * characters.
 */
function oneByteEach(text: string, bytes: ReadonlyMap<string, number>): Buffer | undefined {
  const encoded = Array.from(text, (character) => bytes.get(character));
  return encoded.includes(undefined)
    ? undefined
    : Buffer.from(encoded.filter((byte) => byte !== undefined));
}

/**
 * Encodings in which programs write text files. An encoder returns `undefined` for a text that it
 * cannot encode.
 */
export const encoders = {
  utf8: (text: string) => Buffer.from(text),
  utf8WithMark: (text: string) => Buffer.from(`\ufeff${text}`),
  utf16le: (text: string) => Buffer.from(text, 'utf16le'),
  utf16leWithMark: (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  utf16be: (text: string) => Buffer.from(text, 'utf16le').swap16(),
  utf16beWithMark: (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  windows1252: (text: string) => oneByteEach(text, windows1252),
  macRoman: (text: string) => oneByteEach(text, macRoman),
} satisfies Record<string, (text: string) => Buffer | undefined>;
export type Encoding = keyof typeof encoders;
