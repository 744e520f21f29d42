import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useLocation } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { SignInButton } from './SignInButton.tsx';

/**
 * Sign-in prompt shown instead of a protected page. After the sign-in, the user returns to the
 * page.
 */
export function SignInPrompt() {
  const { pathname, search, hash } = useLocation();
  const returnTo = pathname === paths.landing ? paths.home : pathname + search + hash;
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder radius="lg" p="xl" w="100%" maw={400}>
        <Stack gap="lg">
          <Stack gap={4}>
            <Title order={1}>Chairside</Title>
            <Text>
              See which customers are healthy, which are slipping and why, and what to do today.
            </Text>
          </Stack>
          <SignInButton returnTo={returnTo} />
        </Stack>
      </Paper>
    </Center>
  );
}
