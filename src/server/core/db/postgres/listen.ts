import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ListenToChannel } from '../database.ts';

const retryMilliseconds = 2_000;

/**
 * Listens to a channel over a separate connection and reconnects when the connection breaks.
 * Notifications sent in the meantime are lost.
 */
export const createNotificationListener =
  (url: string): ListenToChannel =>
  async (channel, onNotification, onReconnect) => {
    const closed = new AbortController();
    let open: pg.Client | undefined;

    async function listenOnce(): Promise<void> {
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
        // The socket is destroyed without PostgreSQL's closing message, because a frozen server
        // would not answer it.
        client.connection.stream.destroy();
      }
    }

    async function keepListening(): Promise<void> {
      while (!closed.signal.aborted) {
        // Notifications are only hints. Without them, waiting code polls.
        await listenOnce().catch(() => undefined);
        await pause(retryMilliseconds, undefined, { signal: closed.signal, ref: false }).catch(
          () => undefined,
        );
      }
    }

    const listening = keepListening();
    return {
      async close() {
        closed.abort();
        open?.connection.stream.destroy();
        await listening;
      },
    };
  };
