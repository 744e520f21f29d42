import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Listen } from '../database.ts';

const retryMilliseconds = 2_000;

/** Hears a channel over a connection of its own, which is made again when it breaks; what was said meanwhile is not heard. */
export const listenTo =
  (url: string): Listen =>
  async (channel, onNotification, onReconnect) => {
    const closed = new AbortController();
    let open: pg.Client | undefined;

    async function hear(): Promise<void> {
      const client = new pg.Client({
        connectionString: url,
        application_name: 'chairside',
        connectionTimeoutMillis: 5_000,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
      });
      const ended = new Promise<void>((resolve) => {
        client.once('end', resolve);
        client.on('error', () => resolve());
      });
      client.on('notification', ({ payload = '' }) => onNotification(payload));
      open = client;
      try {
        await client.connect();
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
        onReconnect();
        if (!closed.signal.aborted) await ended;
      } finally {
        open = undefined;
        // Without a farewell: a frozen server would never answer it.
        client.connection.stream.destroy();
      }
    }

    async function hearOn(): Promise<void> {
      while (!closed.signal.aborted) {
        // A hint only: while nothing is heard, whoever waits asks by itself.
        await hear().catch(() => undefined);
        await pause(retryMilliseconds, undefined, { signal: closed.signal, ref: false }).catch(() => undefined);
      }
    }

    const hearing = hearOn();
    return {
      async close() {
        closed.abort();
        open?.connection.stream.destroy();
        await hearing;
      },
    };
  };
