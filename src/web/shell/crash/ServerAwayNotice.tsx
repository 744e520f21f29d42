import { Paper, Text } from '@mantine/core';
import { useServerAway } from '#web/core/load-code.ts';
import classes from './ServerAwayNotice.module.css';

/**
 * Notice while the server can't be reached, over the page or, with `isPageReplaced`, over the
 * loading screen that replaces it. Its code is loaded with the app.
 */
export function ServerAwayNotice({ isPageReplaced = false }: { isPageReplaced?: boolean }) {
  if (!useServerAway()) return null;
  return (
    <Paper role="alert" withBorder shadow="md" p="sm" className={classes.notice}>
      <Text size="sm" fw={600}>
        The server can’t be reached
      </Text>
      <Text size="sm">
        {isPageReplaced
          ? 'The page reloads when the server answers again.'
          : 'The page stays as it is. What you opened appears when the server answers again.'}
      </Text>
    </Paper>
  );
}
