import { describe, expect, it } from 'vitest';
import { isEmailAddress } from './email-address.ts';
import { directionsLink, mailLink, phoneLink, webLink } from './links.ts';

describe('an email address', () => {
  it.each([
    'ana@alder.example',
    'ANA.Stone@Alder.Example',
    'pat+recall@alder.example',
    "sam.o'neil@alder.example",
    'front_desk-2@mail.alder.co.uk',
    'ana@xn--zhne-loa.example',
    `${'a'.repeat(64)}@alder.example`,
  ])('is %s', (address) => expect(isEmailAddress(address)).toBe(true));

  it.each([
    ...[
      '',
      'ana',
      '@alder.example',
      'ana@',
      'ana@alder',
      'ana@@alder.example',
      'ana@alder@example.com',
      'ana@10.0.0.1',
      'ana@[10.0.0.1]',
    ],
    ...[
      'ceo@clinic.example?bcc=spy%40evil.example',
      'ceo?bcc=spy@evil.example',
      'ceo&x@clinic.example',
      'ceo%40x@clinic.example',
    ],
    ...[
      'a@x.example,b@x.example',
      'a@x.example;b@x.example',
      'Ana <ana@x.example>',
      '"ana"@x.example',
      'ana @x.example',
      'ana@x .example',
    ],
    ...[
      'ana@x.example.',
      '.ana@x.example',
      'ana.@x.example',
      'a..b@x.example',
      'ana@-x.example',
      'ana@x..example',
      'mailto:ana@x.example',
    ],
    ...[
      'ana\n@x.example',
      'ana@x.example\nBcc: b@x.example',
      'ana\u0000@x.example',
      'ana@x.example\u200b',
      'аna@x.example',
      'ana@zähne.example',
    ],
    ...[
      '\u212aim@x.example',
      'a/b@x.example',
      'a=b@x.example',
      'a#b@x.example',
      'a:b@x.example',
      'a\\b@x.example',
      '<a@x.example>',
    ],
    ...[`${'a'.repeat(65)}@x.example`, `a@${'x.'.repeat(126)}example`],
  ])('is not %j', (address) => expect(isEmailAddress(address)).toBe(false));
});

describe('links to an email address, a phone number or a website', () => {
  it('an email link has one recipient and adds nothing to the message', () => {
    expect(mailLink('ana+recall@alder.example')).toBe('mailto:ana%2Brecall@alder.example');
    for (const stored of [
      'ceo@clinic.example?bcc=spy%40evil.example',
      'a@x.example,b@x.example',
      'a@x.example&cc=b',
      'nobody',
    ])
      expect(mailLink(stored)).toBeUndefined();
  });

  it.each([
    ['(203) 555-0101', 'tel:2035550101'],
    ['+44 20 7946 0000', 'tel:+442079460000'],
    ['203.555.0101 x12', 'tel:2035550101;ext=12'],
    ['203-555-0101, ext. 7', 'tel:2035550101;ext=7'],
    ['555-0102', 'tel:5550102'],
  ])('a phone link calls %s', (phone, link) => expect(phoneLink(phone)).toBe(link));
  it.each([
    '',
    'ask for Ana',
    '1-800-DENTIST',
    '2035550101;phone-context=evil.example',
    '2.03556E+09',
    '12',
    '203-555-0101 / 203-555-0102',
  ])('no phone link for %j', (phone) => expect(phoneLink(phone)).toBeUndefined());

  it('a web link adds https:// to an address without a scheme', () => {
    expect(webLink('book.example.com/elm')).toBe('https://book.example.com/elm');
    expect(webLink('http://book.example.com')).toBe('http://book.example.com');
    expect(webLink(' https://book.example.com?x=1 ')).toBe('https://book.example.com?x=1');
  });
  it.each([
    '',
    '   ',
    null,
    undefined,
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user@evil.example',
    'two words.com',
    'httpx:foo',
  ])('no web link for %j', (link) => expect(webLink(link)).toBeUndefined());
});

describe('directions', () => {
  const stops = [
    { latitude: 41.77, longitude: -72.68 },
    { latitude: 41.8, longitude: -72.7 },
  ];
  it.each([
    [
      'google',
      null,
      'https://www.google.com/maps/dir/?api=1&travelmode=driving&waypoints=41.770000%2C-72.680000&destination=41.800000%2C-72.700000',
    ],
    [
      'apple',
      { latitude: 41, longitude: -72 },
      'https://maps.apple.com/directions?mode=driving&source=41.000000%2C-72.000000&waypoint=41.770000%2C-72.680000&destination=41.800000%2C-72.700000',
    ],
  ] as const)('of %s', (service, start, link) => {
    expect(directionsLink(service, start, stops)).toBe(link);
  });

  it('need a stop', () => expect(directionsLink('google', null, [])).toBeUndefined());
});
