import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isFromThisMachine,
  isLoopbackHost,
  isThisMachine,
  parseDefaultGateway,
} from './this-machine.ts';

const isHere = (address: string) => isThisMachine(new URL(address), 'desk-server');
const byte = fc.integer({ min: 0, max: 255 });
type Bytes = [number, number, number, number];
const bytes: fc.Arbitrary<Bytes> = fc.tuple(byte, byte, byte, byte);
const loopbackBytes: fc.Arbitrary<Bytes> = fc.tuple(fc.constant(127), byte, byte, byte);

/** Functions that write an IPv4 address in each notation that browsers accept. */
const spellings: ((...parts: Bytes) => string)[] = [
  (a, b, c, d) => [a, b, c, d].join('.'),
  (a, b, c, d) => [a, b, c, d].map((part) => `0x${part.toString(16)}`).join('.'),
  (a, b, c, d) => [a, b, c, d].map((part) => `0${part.toString(8)}`).join('.'),
  (a, b, c, d) => [a, b, c * 256 + d].join('.'),
  (a, b, c, d) => [a, b * 65_536 + c * 256 + d].join('.'),
  (a, b, c, d) => String(((a * 256 + b) * 256 + c) * 256 + d),
  (a, b, c, d) => `0X${(((a * 256 + b) * 256 + c) * 256 + d).toString(16)}`,
  (a, b, c, d) => `${[a, b, c, d].join('.')}.`,
  (a, b, c, d) => `[::ffff:${[a, b, c, d].join('.')}]`,
  (a, b, c, d) => `[0:0:0:0:0:FFFF:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}]`,
];

describe('an address is this machine', () => {
  test('in every spelling of 127.0.0.0/8, and of no other network', () => {
    fc.assert(
      fc.property(fc.oneof(bytes, loopbackBytes), fc.constantFrom(...spellings), (parts, spell) => {
        expect(isHere(`https://${spell(...parts)}:8443/realm`)).toBe(
          parts[0] === 127 || parts.every((part) => part === 0),
        );
      }),
    );
  });

  test.each([
    'http://127.1',
    'http://0x7f.1',
    'http://2130706433',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::127.0.0.1]',
    'http://0.0.0.0',
    'http://0',
    'http://[::]',
    'http://[::ffff:0.0.0.0]',
    'http://localhost.',
    'http://LOCALHOST:9000',
    'http://foo.localhost',
    'http://Foo.LocalHost./x',
    'http://①②⑦.1',
    'http://desk-server',
    'http://DESK-SERVER.:3000',
  ])('as %s', (address) => {
    expect(isHere(address)).toBe(true);
  });

  const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/);

  test('as any name under localhost, and not as a name that only begins or ends like it', () => {
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), (labels) => {
        const name = labels.join('.');
        expect(isHere(`http://${name}.localhost`)).toBe(true);
        for (const other of [
          `${name}localhost`,
          `localhost.${name}.example`,
          `localhost-${name}`,
          `${name}.localhost.example`,
        ])
          expect(isHere(`http://${other}`), other).toBe(false);
      }),
    );
  });

  test.each([
    'https://accounts.google.com',
    'http://192.168.1.5',
    'http://[::2]',
    'http://[fe80::1]',
    'http://desk-server.example.com',
  ])('but not as %s', (address) => {
    expect(isHere(address)).toBe(false);
  });
});

test('only loopback is unreachable for other machines: not a name that others resolve, nor every address at once', () => {
  for (const host of ['localhost', '127.0.0.1', '127.8.8.8', '::1', '[::1]'])
    expect([host, isLoopbackHost(host)]).toEqual([host, true]);
  for (const host of ['0.0.0.0', '::', 'desk-server', '10.0.0.1', ''])
    expect([host, isLoopbackHost(host)]).toEqual([host, false]);
});

describe('a connection comes from this machine', () => {
  const own = { interfaces: ['192.168.1.5', 'fe80::1'], containerGateway: '172.17.0.1' };

  test.each([
    '127.0.0.1',
    '127.8.8.8',
    '::1',
    '::ffff:127.0.0.1',
    '192.168.1.5',
    '::ffff:192.168.1.5',
    'fe80::1',
    '172.17.0.1',
    '::ffff:172.17.0.1',
  ])('from %s', (address) => expect(isFromThisMachine(address, own)).toBe(true));

  test.each([
    '192.168.1.6',
    '172.17.0.2',
    '10.0.0.1',
    '::ffff:10.0.0.1',
    '2001:db8::1',
    '',
    'localhost.example.com',
    undefined,
  ])('and not from %s', (address) => expect(isFromThisMachine(address, own)).toBe(false));

  test('there is no gateway outside of a container', () => {
    expect(isFromThisMachine('172.17.0.1', { ...own, containerGateway: undefined })).toBe(false);
  });
});

test('the default gateway is read from the table of routes', () => {
  const head =
    'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT';
  const local = 'eth0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0';
  const byDefault = 'eth0\t00000000\t010011AC\t0003\t0\t0\t0\t00000000\t0\t0\t0';
  expect(parseDefaultGateway([head, local, byDefault, ''].join('\n'))).toBe('172.17.0.1');
  expect(parseDefaultGateway([head, local, ''].join('\n'))).toBeUndefined();
  expect(parseDefaultGateway('')).toBeUndefined();
});
