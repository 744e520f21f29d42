import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestOrigin {
  requestId: string;
  /** IP address of the client. */
  address: string;
}

const origins = new AsyncLocalStorage<RequestOrigin>();

/** Returns the id and address of the current request; `undefined` in jobs and commands. */
export const readRequestIdAndAddress = (): RequestOrigin | undefined => origins.getStore();

/**
 * Runs `answer` with the id and address of the request, so that audit entries and logs can include
 * them.
 */
export const runWithRequestIdAndAddress = <Answer>(
  origin: RequestOrigin,
  answer: () => Answer,
): Answer => origins.run(origin, answer);
