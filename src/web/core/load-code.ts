import { useSyncExternalStore } from 'react';
import { getClientSettings } from '#shared/core/settings/settings.ts';

/** Milliseconds between two checks whether the server answers again. */
const checkIntervalMs = 3_000;

/**
 * Matches the error messages of Chromium, Firefox, Safari and Vite when code or styles fail to
 * load.
 */
const failedLoad =
  /dynamically imported module|importing a module script failed|unable to preload css/i;

export const isStaleCodeError = (error: unknown): boolean =>
  error instanceof Error && failedLoad.test(error.message);

/** Returns `true` when the server answers; a proxy without a server answers with 502 to 504. */
export async function isServerReachable(): Promise<boolean> {
  try {
    const { status } = await fetch(getClientSettings.path, { cache: 'no-store' });
    return status < 502 || status > 504;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

let waiting = 0;
const listeners = new Set<() => void>();

function setWaiting(change: 1 | -1): void {
  waiting += change;
  for (const listener of listeners) listener();
}

/** Waits until the server answers. Meanwhile, `useServerAway` returns `true`. */
export async function waitForServer(): Promise<void> {
  setWaiting(1);
  try {
    do await new Promise<void>((resolve) => setTimeout(resolve, checkIntervalMs));
    while (!(await isServerReachable()));
  } finally {
    setWaiting(-1);
  }
}

/**
 * Loads code of the app. While the server can't be reached, the current page stays as it is, and
 * the load is repeated when the server answers.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    if (!isStaleCodeError(error) || (await isServerReachable())) throw error;
  }
  await waitForServer();
  return load();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns `true` while a click waits for the server, which can't be reached. */
export const useServerAway = (): boolean => useSyncExternalStore(subscribe, () => waiting > 0);
