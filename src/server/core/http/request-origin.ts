import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestOrigin {
  requestId: string;
  /** The network address that the request came from. */
  address: string;
}

const origins = new AsyncLocalStorage<RequestOrigin>();

/** The request that is being answered; undefined in jobs and commands. */
export const requestOrigin = (): RequestOrigin | undefined => origins.getStore();

/** Answers a request so that whatever is written down meanwhile can name it. */
export const withOrigin = <Answer>(origin: RequestOrigin, answer: () => Answer): Answer => origins.run(origin, answer);
