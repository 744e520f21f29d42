import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
// A `BlockList` treats ::ffff:127.0.0.1 as 127.0.0.1, but the older notation ::127.0.0.1 needs a
// separate entry.
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addSubnet('::7f00:0', 104, 'ipv6');
loopback.addAddress('::1', 'ipv6');

/**
 * Normalizes a host: lowercase, without the brackets of an IPv6 address and without a final dot.
 */
const plain = (host: string): string => host.toLowerCase().replace(/^\[|\]$|\.$/g, '');

/**
 * Returns `true` when only this machine can reach the host: localhost and its subdomains, and
 * loopback addresses.
 */
export function isLoopbackHost(host: string): boolean {
  const name = plain(host);
  const family = isIP(name);
  if (family !== 0) return loopback.check(name, family === 6 ? 'ipv6' : 'ipv4');
  return name === 'localhost' || name.endsWith('.localhost');
}

/** Unspecified addresses. A connection to such an address reaches this machine. */
const unspecified = ['0.0.0.0', '::', '::ffff:0:0'];

/**
 * Returns `true` when the host of a URL is this machine: a loopback or unspecified address, or the
 * machine's host name. The URL parser has already normalized addresses.
 */
export function isThisMachine({ hostname }: URL, ownHostName: string): boolean {
  const name = plain(hostname);
  return isLoopbackHost(name) || unspecified.includes(name) || name === plain(ownHostName);
}

/**
 * Returns the default gateway in Linux's routing table (/proc/net/route). The table writes
 * addresses as hexadecimal bytes, last byte first.
 */
export function parseDefaultGateway(routes: string): string | undefined {
  const rows = routes.split('\n').map((line) => line.split('\t'));
  const gateway = rows.find(
    ([, destination, via]) => destination === '00000000' && via !== '00000000',
  )?.[2];
  return gateway
    ?.match(/^(..)(..)(..)(..)$/)
    ?.slice(1)
    .reverse()
    .map((byte) => Number.parseInt(byte, 16))
    .join('.');
}

/** Addresses from which this machine connects to itself, besides the loopback addresses. */
export interface OwnAddresses {
  interfaces: readonly string[];
  /**
   * Address from which the host machine reaches a container; `undefined` outside of a container.
   */
  containerGateway: string | undefined;
}

/**
 * Returns `true` when the other end of a connection is this machine or, in a container, the host
 * machine.
 */
export function isFromThisMachine(
  address: string | undefined,
  { interfaces, containerGateway }: OwnAddresses,
): boolean {
  if (address === undefined) return false;
  const from = address.replace(/^::ffff:(?=\d+\.)/, '');
  return isLoopbackHost(from) || interfaces.includes(from) || from === containerGateway;
}
