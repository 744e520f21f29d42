import { Button, Center, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/paths.ts';

const redirectSeconds = 5;
const leave = () => window.location.assign(paths.landing);

export function NotFoundPage({ redirect = leave }: { redirect?: () => void }) {
  const [seconds, setSeconds] = useState(redirectSeconds);
  const [stopped, setStopped] = useState(false);

  useEffect(() => {
    if (stopped) return;
    if (seconds === 0) {
      redirect();
      return;
    }
    const tick = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(tick);
  }, [seconds, stopped, redirect]);

  return (
    <Center component="main" mih="80dvh" px="md">
      <Stack align="center" gap="md" maw={480} ta="center">
        <Title order={1}>Oops! Page Not Found</Title>
        <Text>We couldn't find that page. Let's get you back on track.</Text>
        <Text c="dimmed" aria-hidden>
          {stopped ? 'You are staying on this page.' : `Taking you to the start page in ${seconds} s`}
        </Text>
        <VisuallyHidden role="status">
          {stopped ? 'You are staying on this page.' : `Taking you to the start page in ${redirectSeconds} seconds.`}
        </VisuallyHidden>
        <Group justify="center">
          <Button component={Link} to={paths.home}>
            Go to Dashboard
          </Button>
          {!stopped && (
            <Button variant="default" onClick={() => setStopped(true)}>
              Stay here
            </Button>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          Need help? Contact your Customer Success Manager or visit our support center.
        </Text>
      </Stack>
    </Center>
  );
}
