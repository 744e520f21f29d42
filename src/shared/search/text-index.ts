import { foldText } from '#shared/core/text.ts';

/** Separator between texts. Folded texts contain no control characters. */
const separator = '\u0000';

/**
 * Folded texts in blocks of rows, with an index from each hashed pair or triple of letters to the
 * blocks that contain it. A search reads only blocks that contain all of its triples, so a query
 * without matches costs almost nothing.
 */
export interface TextIndex {
  blocks: { text: string; starts: Uint32Array }[];
  /** Bit set of blocks for each hash, `blockWords` 32-bit words each. */
  blocksWith: Uint32Array;
  blockWords: number;
}

/**
 * Number of rows per block. A larger block contains more different triples, so searches can skip
 * fewer blocks. A smaller block makes each native string search cover fewer rows.
 */
const blockRows = 64;
const hashBits = 12;

const hash = (code: number): number => Math.imul(code, 0x9e3779b1) >>> (32 - hashBits);

/**
 * Returns the hashes of all triples of letters in the text. For a text of two letters, returns the
 * hash of the pair.
 */
function hashesOf(needle: string): number[] {
  if (needle.length === 2) return [hash(needle.charCodeAt(0) * 0x10000 + needle.charCodeAt(1))];
  const hashes: number[] = [];
  for (let at = 2; at < needle.length; at += 1) hashes.push(hash(tripleCode(needle, at)));
  return hashes;
}

/**
 * Combines the three letters that end at `at` into a number. Different triples may get the same
 * number, just as different numbers may get the same hash.
 */
const tripleCode = (text: string, at: number): number =>
  Math.imul(text.charCodeAt(at - 2), 0x10001) +
  Math.imul(text.charCodeAt(at - 1), 0x2f0b) +
  text.charCodeAt(at);

function note(index: TextIndex, block: number, text: string) {
  const { blocksWith, blockWords } = index;
  const word = block >>> 5;
  const bit = 1 << (block & 31);
  for (let at = 1; at < text.length; at += 1) {
    const pair = hash(text.charCodeAt(at - 1) * 0x10000 + text.charCodeAt(at)) * blockWords + word;
    blocksWith[pair] = (blocksWith[pair] ?? 0) | bit;
    if (at === 1) continue;
    const triple = hash(tripleCode(text, at)) * blockWords + word;
    blocksWith[triple] = (blocksWith[triple] ?? 0) | bit;
  }
}

/**
 * Builds the index. A row matches when one of its fields contains the needle; matches never span
 * two fields or rows.
 */
export function* buildTextIndex<Row>(
  rows: readonly Row[],
  fieldsOf: (row: Row) => string[],
): Generator<void, TextIndex> {
  const blockWords = Math.ceil(rows.length / blockRows / 32);
  const index: TextIndex = {
    blocks: [],
    blocksWith: new Uint32Array(blockWords << hashBits),
    blockWords,
  };
  for (let first = 0; first < rows.length; first += blockRows) {
    yield;
    const texts = rows
      .slice(first, first + blockRows)
      .map((row) => fieldsOf(row).map(foldText).join(separator));
    const starts = new Uint32Array(texts.length + 1);
    for (const [place, text] of texts.entries())
      starts[place + 1] = (starts[place] ?? 0) + text.length + 1;
    const text = texts.join(separator);
    note(index, index.blocks.length, text);
    index.blocks.push({ text, starts });
  }
  return index;
}

/** Returns the index of the last start at or before the position. */
function placeAt(starts: Uint32Array, position: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Returns a function that finds the first row from `fromRow` that contains the folded needle, or
 * -1. The needle has at least two letters.
 */
export function createRowFinder(index: TextIndex, needle: string): (fromRow: number) => number {
  const candidates = new Uint32Array(index.blockWords).fill(0xffffffff);
  for (const each of hashesOf(needle)) {
    const base = each * index.blockWords;
    for (let word = 0; word < candidates.length; word += 1)
      candidates[word] = (candidates[word] ?? 0) & (index.blocksWith[base + word] ?? 0);
  }
  return (fromRow) => {
    let at = fromRow % blockRows;
    for (let number = Math.floor(fromRow / blockRows); number < index.blocks.length; number += 1) {
      const word = candidates[number >>> 5] ?? 0;
      const block = index.blocks[number];
      if (word === 0) number |= 31;
      else if (block && word & (1 << (number & 31))) {
        const position = block.text.indexOf(needle, block.starts[at]);
        if (position !== -1) return number * blockRows + placeAt(block.starts, position);
      }
      at = 0;
    }
    return -1;
  };
}

/**
 * Returns the needle's range in the original text, in UTF-16 units, including accents that follow.
 * Folding can change lengths.
 */
export function matchRange(text: string, needle: string): { start: number; end: number } | null {
  const folded = foldText(text);
  const at = folded.indexOf(needle);
  if (at === -1 || needle === '') return null;
  let start = 0;
  let end = 0;
  let passed = 0;
  let original = 0;
  for (const letter of text) {
    const length = foldText(letter).length;
    if (length > 0 && passed >= at + needle.length) break;
    if (length > 0 && passed <= at) start = original;
    passed += length;
    original += letter.length;
    end = original;
  }
  return { start, end };
}
