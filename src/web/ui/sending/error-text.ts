import { ApiError } from '#web/core/api.ts';

/** Answers of a proxy, which has no text of ours: '<html>', '{"error":…}', '502: …'. */
const proxyAnswer = /^\s*(?:[<{[]|\d{3}(?:\s*$|:| [A-Z]))/;

/** Names of HTTP statuses: 'Not Found', 'Bad Gateway'. */
const statusName = /^(?:[A-Z][\w-]*(?: [A-Z][\w-]*)*)?$/;

/** A field's name and the message of a failed schema check: 'name: Too big: expected…'. */
const schemaMessage = /^([\w.]+): (?:Invalid|Too (?:big|small)|Unrecognized)/;

/** Messages of browsers for a server that does not answer. */
const connectionMessage = /fetch|network|load failed/i;

const statusTexts: Readonly<Record<number, string>> = {
  401: 'Your session has ended. Sign in again.',
  404: 'It no longer exists, or the link is wrong. Reload the page.',
  429: 'Too many requests. Wait a minute, then retry.',
};

const unknownText = (status: number): string =>
  status < 500
    ? 'It wasn’t accepted. Check your entries, then retry.'
    : status === 500
      ? 'The server failed. Retry, or tell an administrator.'
      : 'Chairside is restarting or busy. Retry in a moment.';

/**
 * Returns an error's text for users, without status codes: the server's text, or, when there is
 * none, what the error means and what to do.
 */
export function errorText(error: Error): string {
  if (error instanceof ApiError) {
    const { status, text } = error;
    const [, field] = schemaMessage.exec(text) ?? [];
    if (field !== undefined)
      return `The value of “${field}” isn’t accepted. Check your entries, then retry.`;
    if (!proxyAnswer.test(text) && !statusName.test(text)) return text;
    return statusTexts[status] ?? unknownText(status);
  }
  if (error instanceof TypeError && connectionMessage.test(error.message))
    return 'Chairside can’t be reached. Check your connection, then retry.';
  if (error instanceof SyntaxError) return 'The answer couldn’t be read. Reload the page.';
  return error.message;
}
