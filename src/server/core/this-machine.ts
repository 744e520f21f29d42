import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
// The list reads ::ffff:127.0.0.1 as 127.0.0.1 by itself, and the older ::127.0.0.1 only when it is named.
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addSubnet('::7f00:0', 104, 'ipv6');
loopback.addAddress('::1', 'ipv6');

/** Without the brackets of an IPv6 address and the dot that may end a name. */
const plain = (host: string): string => host.toLowerCase().replace(/^\[|\]$|\.$/g, '');

/** Whether only this machine reaches the host: localhost, the names under it, and the loopback addresses. */
export function isLoopback(host: string): boolean {
  const name = plain(host);
  const family = isIP(name);
  if (family !== 0) return loopback.check(name, family === 6 ? 'ipv6' : 'ipv4');
  return name === 'localhost' || name.endsWith('.localhost');
}

/** Asking for the address of no machine reaches this one. */
const unspecified = ['0.0.0.0', '::', '::ffff:0:0'];

/**
 * Whether asking for the host reaches this machine, by its own host name too. The host comes from a URL, which has turned every
 * spelling of an address into one.
 */
export function isThisMachine({ hostname }: URL, ownHostName: string): boolean {
  const name = plain(hostname);
  return isLoopback(name) || unspecified.includes(name) || name === plain(ownHostName);
}

/** The default gateway in Linux's table of routes (/proc/net/route), which writes addresses as hexadecimal bytes, last one first. */
export function defaultGateway(routes: string): string | undefined {
  const rows = routes.split('\n').map((line) => line.split('\t'));
  const gateway = rows.find(([, destination, via]) => destination === '00000000' && via !== '00000000')?.[2];
  return gateway
    ?.match(/^(..)(..)(..)(..)$/)
    ?.slice(1)
    .reverse()
    .map((byte) => Number.parseInt(byte, 16))
    .join('.');
}

/** Where connections of this machine come from, beside the loopback addresses. */
export interface OwnAddresses {
  interfaces: readonly string[];
  /** Through which a container is reached from the machine that runs it; undefined outside of one. */
  containerGateway: string | undefined;
}

/** Whether the other end of a connection is this machine or, in a container, the machine that runs it. */
export function isFromThisMachine(address: string | undefined, { interfaces, containerGateway }: OwnAddresses): boolean {
  if (address === undefined) return false;
  const from = address.replace(/^::ffff:(?=\d+\.)/, '');
  return isLoopback(from) || interfaces.includes(from) || from === containerGateway;
}
