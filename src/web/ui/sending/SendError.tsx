import { Alert } from '@mantine/core';
import { sayError } from './say-error.ts';

/** Why what was sent was not done; nothing where it was. */
export function SendError({ error }: { error: Error | null }) {
  return error !== null && <Alert color="red">{sayError(error)}</Alert>;
}
