import { Alert } from '@mantine/core';
import { sayError } from './say-error.ts';

/** Error of a failed request. Renders nothing without an error. */
export function SendError({ error }: { error: Error | null }) {
  return error !== null && <Alert color="red">{sayError(error)}</Alert>;
}
