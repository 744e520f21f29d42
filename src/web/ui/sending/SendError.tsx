import { Alert } from '@mantine/core';
import { errorText } from './error-text.ts';

/** Error of a failed request. Renders nothing without an error. */
export function SendError({ error }: { error: Error | null }) {
  return error !== null && <Alert color="red">{errorText(error)}</Alert>;
}
