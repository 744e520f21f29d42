import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** Sets the mode for new connections and for the connections that are currently forwarded. */
  set(mode: ProxyMode): Promise<void>;
  close(): Promise<void>;
}

/**
 * Mode of the proxy.
 * - `forward` passes all bytes.
 * - `freeze` accepts connections but never answers. Open connections stay silent forever, as behind
 *   a firewall that has dropped them.
 * - `reset` resets open and new connections.
 * - `refuse` ends open connections and stops listening.
 */
export type ProxyMode = 'forward' | 'freeze' | 'reset' | 'refuse';

/**
 * Starts a proxy between a client and a server on this machine. The proxy can fail like a network.
 */
export async function startTcpProxy(upstream: NetConnectOpts): Promise<TcpProxy> {
  let mode: ProxyMode = 'forward';
  /** Connected clients, each with the socket to the server. */
  const clients = new Map<Socket, Socket | undefined>();
  const silenced = new Set<Socket>();

  const server = createServer({ allowHalfOpen: true }, (client) => {
    client.on('error', () => undefined);
    client.on('close', () => clients.delete(client));
    clients.set(client, undefined);
    if (mode === 'reset') client.resetAndDestroy();
    else if (mode === 'freeze') client.resume();
    else join(client);
  });

  function join(client: Socket): void {
    const behind = connect(upstream);
    clients.set(client, behind);
    behind.on('error', () => undefined);
    client.pipe(behind);
    behind.pipe(client);
    client.on('close', () => behind.destroy());
    behind.on('close', () => client.destroy());
  }

  async function listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    const address = server.address();
    if (address === null || typeof address === 'string')
      throw new Error('The proxy listens on no port');
    return address.port;
  }

  /**
   * Disconnects both sides without telling them. The proxy still accepts data from each side but
   * forwards nothing, not even the end of the connection.
   */
  function silence(client: Socket, behind: Socket | undefined): void {
    client.unpipe().removeAllListeners('close').resume();
    client.on('close', () => clients.delete(client));
    if (behind === undefined) return;
    behind.unpipe().removeAllListeners('close').resume();
    silenced.add(behind);
  }

  const port = await listen(0);
  return {
    port,
    async set(next) {
      mode = next;
      for (const [client, behind] of clients) {
        if (next === 'freeze') silence(client, behind);
        else if (next === 'reset') client.resetAndDestroy();
        else if (next === 'refuse') client.destroy();
      }
      if (next === 'refuse') server.close();
      else if (!server.listening) await listen(port);
    },
    async close() {
      for (const socket of [...clients.keys(), ...silenced]) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
