import { ApiError } from '#web/core/api.ts';

/** What a person is told: the server’s text without its status. */
export const sayError = (error: Error): string => (error instanceof ApiError ? error.text : error.message);
