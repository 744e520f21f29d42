import { useSyncExternalStore } from 'react';
import { pageUserHeader } from '#shared/core/user.ts';

/**
 * Why this page can no longer save: its session ended, or another user signed in, as `message`
 * says.
 */
export type SessionTrouble = { kind: 'ended' } | { kind: 'anotherUser'; message: string };

interface PageSession {
  /** User for whom the page was opened; `null` before the first answer and when signed out. */
  userId: string | null;
  trouble: SessionTrouble | null;
}

let session: PageSession = { userId: null, trouble: null };
const listeners = new Set<() => void>();

function update(change: Partial<PageSession>): void {
  session = { ...session, ...change };
  for (const listener of listeners) listener();
}

/** Forgets the previous page. Only tests open several pages in one window. */
export const startPageSession = (): void => update({ userId: null, trouble: null });

/** Returns the id of the user for whom the page was opened; `null` when signed out. */
export const readPageUserId = (): string | null => session.userId;

/** Makes this user the page's user, unless the page already has one. */
export function enterPageUser(userId: string): void {
  if (session.userId === null) update({ userId });
}

/** Reports that the page can no longer save, or with `null` that it can save again. */
export function reportSessionTrouble(trouble: SessionTrouble | null): void {
  const isKnown = JSON.stringify(trouble) === JSON.stringify(session.trouble);
  if (session.userId !== null && !isKnown) update({ trouble });
}

/** Returns the headers of a request that changes something: the page's user. */
export const pageUserHeaders = (): Record<string, string> =>
  session.userId === null ? {} : { [pageUserHeader]: session.userId };

/**
 * Reads from an error answer whether the session ended or another user signed in.
 * `signedInUserId` is the answer's header `x-chairside-user`, which only a request rejected for
 * another user has.
 */
export function noticeRejection(status: number, text: string, signedInUserId: string | null): void {
  if (status === 401) reportSessionTrouble({ kind: 'ended' });
  if (status === 409 && signedInUserId !== null)
    reportSessionTrouble({ kind: 'anotherUser', message: text });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSessionTrouble = (): SessionTrouble | null =>
  useSyncExternalStore(subscribe, () => session.trouble);
