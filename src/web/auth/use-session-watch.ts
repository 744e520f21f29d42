import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { userQuery } from './data.ts';

/** Name of the channel on which each page tells the browser's other tabs who is signed in. */
export const sessionChannel = 'chairside-session';

/**
 * Tells the other tabs who is signed in, or that the user signed out (`null`), so that their pages
 * check their sessions at once.
 */
export function announceUser(userId: string | null): void {
  const channel = new BroadcastChannel(sessionChannel);
  channel.postMessage(userId);
  channel.close();
}

/** Announces the page's user, and checks the session when another tab announces a user. */
export function useSessionWatch(userId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (userId === undefined) return;
    const channel = new BroadcastChannel(sessionChannel);
    channel.addEventListener(
      'message',
      () => void client.prefetchQuery({ ...userQuery, staleTime: 0 }),
    );
    channel.postMessage(userId);
    return () => channel.close();
  }, [client, userId]);
}
