import { existsSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { type OwnAddresses, parseDefaultGateway } from './this-machine.ts';

/** Files that exist only in containers of Docker and Podman. */
const containerMarks = ['/.dockerenv', '/run/.containerenv'];
const routes = '/proc/net/route';

export const readOwnAddresses = (): OwnAddresses => ({
  interfaces: Object.values(networkInterfaces()).flatMap(
    (addresses) => addresses?.map(({ address }) => address) ?? [],
  ),
  containerGateway:
    containerMarks.some(existsSync) && existsSync(routes)
      ? parseDefaultGateway(readFileSync(routes, 'utf8'))
      : undefined,
});
