import { Alert } from '@mantine/core';
import { errorText } from './error-text.ts';

/** Error of a failed request. Renders nothing when `error` is `null`. */
export function SendError({ error }: { error: Error | null }) {
  return error !== null && <Alert color="red">{errorText(error)}</Alert>;
}
