import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DemoAccount } from '#server/core/providers/identity/demo-accounts.ts';
import {
  createDemoIdentityProvider,
  type DemoIdentityProvider,
} from '#server/core/providers/identity-demo.ts';

export interface ServedDemoIdentity extends DemoIdentityProvider {
  close(): Promise<void>;
}

interface Served {
  appOrigin: string;
  others?: readonly DemoAccount[];
  port?: number;
}

/** Serves the demo's identity provider on its own port. */
export async function serveDemoIdentity({
  port = 0,
  ...options
}: Served): Promise<ServedDemoIdentity> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const demo = await createDemoIdentityProvider({
    issuer: `http://localhost:${(server.address() as AddressInfo).port}`,
    ...options,
  });
  server.on('request', demo.answer);
  return {
    ...demo,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
