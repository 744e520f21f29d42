import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { signInPath } from '#shared/auth.ts';
import { paths } from '#shared/paths.ts';
import { clientSettingsQuery, useProviderWords } from '#web/shell/settings.ts';

const asName = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Stands in for a page that needs a signed-in person, and brings them back to it. */
export function SignIn() {
  const { identityProvider } = useProviderWords();
  const { data: settings } = useQuery(clientSettingsQuery);
  const { pathname, search, hash } = useLocation();
  const returnTo = pathname === paths.landing ? paths.home : pathname + search + hash;
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder radius="lg" p="xl" w="100%" maw={400}>
        <Stack gap="lg">
          <Stack gap={4}>
            <Title order={1}>Chairside</Title>
            <Text>Who is healthy, who is slipping, why, and what to do today.</Text>
          </Stack>
          <Button component="a" href={`${signInPath(identityProvider)}?returnTo=${encodeURIComponent(returnTo)}`} size="md" fullWidth>
            Sign in with {asName(identityProvider)}
          </Button>
          {settings?.demo && (
            <Text size="sm" c="dimmed">
              This is a demo: you choose one of two demo accounts, and there is no password.
            </Text>
          )}
        </Stack>
      </Paper>
    </Center>
  );
}
