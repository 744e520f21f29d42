// Values that a hostile client may send.
import { gzipSync } from 'node:zlib';

const powers = [31, 32, 53, 63].flatMap((power) => [
  2 ** power - 2,
  2 ** power - 1,
  2 ** power,
  -(2 ** power) - 1,
]);
export const numbers = [-1, 0, 0.5, 1e-300, 1e308, ...powers];
export const writtenNumbers = [
  '1e3',
  ' 12 ',
  '0x10',
  '-0',
  '1.0',
  '+1',
  '007',
  '',
  '1e999',
  '1e-300',
  '9223372036854775808',
  '１２',
  'NaN',
];

export const days = [
  '0000-01-01',
  '0000-00-00',
  '0001-01-01',
  '-0001-01-01',
  '1899-12-31',
  '2201-01-01',
  '9999-12-31',
  '+275760-09-13',
];
const strangeDays = [
  '2026-02-30',
  '2026-11-08T00:00:00Z',
  '0000-01-01T00:00:00Z',
  'infinity',
  '-infinity',
  'now',
  'epoch',
];

export const texts = [
  ...[
    '\0',
    'a\0b',
    '\ud800',
    'a\udfffb',
    '\ud83d',
    '😀'.repeat(40),
    'e\u0301',
    '\u202eabc\u2066',
    '\ufeff',
    '\uffff',
    '\n\r\t',
    ' ',
  ],
  ...[
    "'; drop table note; --",
    '" or 1=1',
    '\\',
    '%',
    '_',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '{{1}}',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'true',
    '[]',
    '{}',
    'x'.repeat(1_000),
    'x'.repeat(100_000),
  ],
];

const someId = '00000000-0000-4000-8000-000000000001';
/** Page cursors, both valid and forged. */
export const pageCursors = [
  ...[
    ['2026-11-20', 1, someId],
    ['0000-01-01', 1, someId],
    ['infinity', 2 ** 53, someId],
    ['0000-01-01T00:00:00Z', 1, someId],
  ],
  ...[
    ['2026-11-20T00:00:00.123456789123Z', -1, someId],
    [1_700_000_000_000_000, 'note:1'],
    [2 ** 53 - 1, '\ud800'],
    [-1e308, '\0'],
  ],
].map((place) => Buffer.from(JSON.stringify(place)).toString('base64url'));

export const listQueryStrings = [
  'f.healthTier=Critical&sort=-adoptionScore,institutionName',
  'q=practice&f.adoptionScore=20..50&cols=adoptionScore,city',
  'f.goLiveDate=0000-01-01..9999-12-31',
  'f.adoptionScore=1e999..&f.city=~empty&f.inGrace=no',
  'f.__proto__=1&sort=constructor&cols=toString',
  'q=%ED%A0%80%00&f.city=%zz',
];

export const allTexts = [
  ...writtenNumbers,
  ...days,
  ...strangeDays,
  ...texts,
  ...numbers.map(String),
  ...pageCursors,
  ...listQueryStrings,
];
export const allValues: unknown[] = [...numbers, ...allTexts, true, false, null, [], {}, [[]]];

/** Parts of URLs. */
export const pathParts = ['%', '%zz', '%C0%80', '%ED%A0%80', '%2F', '..', ''];
export const queryNames =
  'q sort cols f.healthTier f.goLiveDate view state code error returnTo __proto__ constructor'.split(
    ' ',
  );
export const queries = '? &&==& % %zz=% a[]=1&a[]=2 a[b][c]=1 __proto__[x]=1 id=1;id=2 \xff\xfe'
  .split(' ')
  .concat('a=1&'.repeat(3_000));

export const contentTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json; charset=utf-16',
  ';',
];
export const bodies: (string | Buffer)[] = [
  ...[
    '',
    ' ',
    '{',
    '"',
    'null',
    'true',
    '[]',
    '{}{}',
    '\ufeff{}',
    '{"a":1,}',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{}}}',
  ],
  ...[
    '['.repeat(50_000),
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  ],
  ...[`"${'x'.repeat(1_100_000)}"`, Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d]), gzipSync('{}')],
];

const cookies = [
  'sid=',
  'sid=%zz',
  `sid=${'A'.repeat(43)}`,
  'sid=a; sid=b',
  '=;;=',
  '__proto__=x',
  '\xff',
  'oidc=%00; sid="',
];
export const headers: [name: string, value: string][] = [
  ...[...cookies, `sid=${'x'.repeat(9_000)}`].map((cookie): [string, string] => ['cookie', cookie]),
  ['accept-encoding', 'gzip;q=x, \xff'],
  ['accept', ','],
  ['range', 'bytes=99999999999999999999-'],
  ['if-none-match', '"'],
  ['if-modified-since', '0000-00-00'],
  ['origin', 'null'],
  ['host', 'elsewhere.example'],
  ['sec-fetch-site', 'cross-site'],
  ['authorization', 'Bearer \xff'],
  ['x-forwarded-for', "::1, ' or 1=1, 999.999.999.999"],
  ['x-forwarded-host', '\xff:99999'],
  ['content-type', 'application/json'],
  ['content-encoding', 'br'],
  ['x-long', 'y'.repeat(20_000)],
];
