import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useLocation } from 'react-router';
import { signInPath } from '#shared/auth.ts';
import { useProviderWords } from '#web/shell/settings.ts';

/** Stands in for a page that needs a signed-in person, and brings them back to it. */
export function SignIn() {
  const { identityProvider } = useProviderWords();
  const { pathname, search } = useLocation();
  const returnTo = pathname === '/' ? '/app' : pathname + search;
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack align="center" gap="md">
        <Title order={1}>Chairside</Title>
        <Text c="dimmed">Sign in to see your customers.</Text>
        <Button component="a" href={`${signInPath(identityProvider)}?returnTo=${encodeURIComponent(returnTo)}`} size="md">
          Sign In
        </Button>
      </Stack>
    </Center>
  );
}
