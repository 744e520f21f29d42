import { describe, expect, test } from 'vitest';
import { readEmails } from './contact-cells.ts';

describe('email addresses of a cell', () => {
  test.each([
    ['ana@alder.example', ['ana@alder.example']],
    ['  ana@alder.example.  ', ['ana@alder.example']],
    ['ANA@ALDER.EXAMPLE,', ['ANA@ALDER.EXAMPLE']],
    ['Ana Stone <ana@alder.example>', ['ana@alder.example']],
    [
      '"Stone, Ana" <ana@alder.example>; Bo <bo@alder.example>',
      ['ana@alder.example', 'bo@alder.example'],
    ],
    ['mailto:ana@alder.example', ['ana@alder.example']],
    ["'ana@alder.example'", ['ana@alder.example']],
    ["sam.o'neil@alder.example", ["sam.o'neil@alder.example"]],
    ['a@alder.example; b@alder.example', ['a@alder.example', 'b@alder.example']],
    ['a@alder.example / b@alder.example', ['a@alder.example', 'b@alder.example']],
    ['a@alder.example\nb@alder.example', ['a@alder.example', 'b@alder.example']],
    ['a@alder.example,A@Alder.example', ['a@alder.example']],
    ['ana@\u200balder.example', ['ana@alder.example']],
    ['', []],
  ])('%j are %j', (cell, addresses) => expect(readEmails(cell)).toEqual(addresses));

  test.each([
    ...[
      'nobody',
      'ana stone@alder.example',
      'ana@alder',
      'ana@alder.example; none',
      'ana@alder.example (work)',
      '<>',
      ';',
    ],
    ...[
      'ceo@clinic.example?bcc=spy%40evil.example',
      'mailto:ana@alder.example?subject=Hi',
      'ana@alder.example&cc=b@evil.example',
    ],
    ...['ana@alder.example <bo@alder.example>', '<ana@alder.example', 'ana@zähne.example'],
  ])('are none in %j', (cell) => expect(readEmails(cell)).toBeNull());
});
