import { Button, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { EmptyChair } from './EmptyChair.tsx';
import { MessageScreen } from './MessageScreen.tsx';

const redirectSeconds = 5;
const leave = () => window.location.assign(paths.landing);
const staying = 'You are staying on this page.';

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
    <MessageScreen illustration={<EmptyChair />}>
      <Title order={1} size="h2">
        Oops! Page Not Found
      </Title>
      <Text>We couldn't find that page. Let's get you back on track.</Text>
      <Text c="dimmed" aria-hidden>
        {stopped ? staying : `Taking you to the start page in ${seconds} s`}
      </Text>
      {/* The countdown is announced only when it starts and when it stops, because an announcement every second would be a nuisance. */}
      <VisuallyHidden role="status">
        {stopped
          ? staying
          : `Taking you to the start page in ${redirectSeconds} seconds. Select “Stay here” to remain.`}
      </VisuallyHidden>
      <Group justify="center">
        <Button component={Link} to={paths.home}>
          Go to Dashboard
        </Button>
        {/* The button stays mounted after a click, so that it keeps the keyboard focus. */}
        <Button variant="default" aria-pressed={stopped} onClick={() => setStopped(true)}>
          Stay here
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        Need help? Contact your Customer Success Manager or visit our support center.
      </Text>
    </MessageScreen>
  );
}
