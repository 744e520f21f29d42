import { Paper, Text } from '@mantine/core';
import { useServerAway } from '#web/core/load-code.ts';
import classes from './ServerAwayNotice.module.css';

/** Notice over the page while a click waits for the server. Its code is loaded with the app. */
export function ServerAwayNotice() {
  if (!useServerAway()) return null;
  return (
    <Paper role="alert" withBorder shadow="md" p="sm" className={classes.notice}>
      <Text size="sm" fw={600}>
        The server can’t be reached
      </Text>
      <Text size="sm">
        The page stays as it is. What you opened appears when the server answers again.
      </Text>
    </Paper>
  );
}
