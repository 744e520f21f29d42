import { Button, Code, CopyButton, Group, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { paths } from '#shared/core/pages/paths.ts';
import { isServerReachable, isStaleCodeError, waitForServer } from '#web/core/load-code.ts';
import { LoadingScreen } from '#web/ui/page/LoadingScreen.tsx';
import { MessageScreen } from '../MessageScreen.tsx';
import { createErrorId, reportCrash } from './crash-report.ts';
import { ServerAwayNotice } from './ServerAwayNotice.tsx';
import { claimPageReload } from './stale-code.ts';
import { TippingChair } from './TippingChair.tsx';

const loadAgain = () => window.location.reload();

interface Properties {
  error: unknown;
  reload?: () => void;
}

/**
 * Replaces the app when a page fails to render or its code fails to load. A failed load usually
 * means that a new version was deployed, so the page reloads once. When the server can't be reached,
 * the page reloads as soon as the server answers.
 */
export function CrashScreen({ error, reload = loadAgain }: Properties) {
  const [id] = useState(createErrorId);
  const [isVisible, setVisible] = useState(!isStaleCodeError(error));
  const handled = useRef(false);

  useEffect(() => {
    if (handled.current) return;
    handled.current = true;
    void (async () => {
      if (isStaleCodeError(error) && navigator.onLine) {
        const isAway = !(await isServerReachable());
        if (isAway) await waitForServer();
        if (isAway || claimPageReload()) return reload();
      }
      setVisible(true);
      document.title = 'Something went wrong · Chairside';
      await reportCrash(id, error);
    })();
  }, [error, id, reload]);

  if (!isVisible)
    return (
      <>
        <LoadingScreen />
        <ServerAwayNotice isPageReplaced />
      </>
    );
  return (
    <MessageScreen illustration={<TippingChair />} isAlert>
      <Title order={1} size="h2">
        Oops! Something went wrong
      </Title>
      <Text>We encountered an unexpected error. Don't worry, your data is safe.</Text>
      <Group justify="center">
        <Button onClick={reload}>Reload Page</Button>
        <Button component="a" href={paths.landing} variant="default">
          Go to Home
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        If this problem persists, please contact support
      </Text>
      <ErrorId id={id} />
    </MessageScreen>
  );
}

function ErrorId({ id }: { id: string }) {
  return (
    <Group justify="center" gap="xs">
      <Text size="sm" c="dimmed">
        Error ID
      </Text>
      <Code style={{ userSelect: 'all' }}>{id}</Code>
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="subtle" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
