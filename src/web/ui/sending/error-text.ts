import { ApiError } from '#web/core/api.ts';

/** Returns an error's message for users: the server's text without the status code. */
export const errorText = (error: Error): string =>
  error instanceof ApiError ? error.text : error.message;
