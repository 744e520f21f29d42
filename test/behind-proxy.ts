import { openPostgres, type PostgresOptions } from '#server/core/db/postgres/postgres.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

export interface DatabaseBehindProxy extends TestDatabase {
  proxy: TcpProxy;
  /** Direct connection to the database behind the proxy. */
  direct: TestDatabase['database'];
}

/**
 * Creates a database on the server of TEST_DATABASE_URL. The app reaches it through a proxy that
 * can fail.
 */
export async function createDatabaseBehindProxy(
  options: PostgresOptions,
): Promise<DatabaseBehindProxy> {
  const direct = await createTestDatabase();
  const { rows } = await direct.database.execute('select current_database() as name');
  const proxy = await startProxyTo(process.env.TEST_DATABASE_URL ?? '');
  const database = await openPostgres(
    urlThrough(proxy, process.env.TEST_DATABASE_URL ?? '', String(rows[0]?.name)),
    options,
  );
  return {
    proxy,
    direct: direct.database,
    database,
    async close() {
      await database.close();
      await proxy.close();
      await direct.close();
    },
  };
}

export function startProxyTo(server: string): Promise<TcpProxy> {
  const { hostname, port, searchParams } = new URL(server);
  const folder = searchParams.get('host');
  const number = Number(port || 5432);
  return startTcpProxy(
    folder === null ? { host: hostname, port: number } : { path: `${folder}/.s.PGSQL.${number}` },
  );
}

export function urlThrough(proxy: TcpProxy, server: string, databaseName: string): string {
  const url = new URL(server);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  url.pathname = `/${databaseName}`;
  return url.href;
}
