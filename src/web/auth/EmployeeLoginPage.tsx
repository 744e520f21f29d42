import {
  Alert,
  Anchor,
  Button,
  Center,
  Group,
  List,
  Loader,
  Paper,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { type SignInRefusal, sanitizeReturnPath, signInRefusals } from '#shared/auth/auth.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { userQuery } from './data.ts';
import { createRefusalTexts } from './refusals.ts';
import { SignInButton, useProviderName } from './SignInButton.tsx';

/** Sign-in page for employees. Shows the reason of a refused sign-in. */
export function EmployeeLoginPage() {
  const [parameters] = useSearchParams();
  const reason = signInRefusals.find((known) => known === parameters.get('reason'));
  return (
    <Center component="main" mih="100dvh" px="md" py="xl">
      <Stack gap="lg" w="100%" maw={440}>
        <Group gap="sm">
          <img src="/icon.svg" alt="" width={32} height={32} />
          <Text fw={650} size="lg">
            Chairside
          </Text>
        </Group>
        <Paper withBorder radius="lg" bg="var(--surface)" p={{ base: 'lg', sm: 'xl' }}>
          <Stack gap="lg">
            <Stack gap={4}>
              <Title order={1} size="h2">
                Employee login
              </Title>
              <Text c="dimmed">For our employees. Use your work account.</Text>
            </Stack>
            {reason !== undefined && <RefusalNote reason={reason} />}
            <WayIn returnTo={sanitizeReturnPath(parameters.get('returnTo') ?? undefined)} />
          </Stack>
        </Paper>
        <Help />
        <Text size="sm">
          <Anchor href={paths.landing}>Back to the start page</Anchor>
        </Text>
      </Stack>
    </Center>
  );
}

function RefusalNote({ reason }: { reason: SignInRefusal }) {
  const { title, text } = createRefusalTexts(useProviderName())[reason];
  return (
    <Alert
      variant="default"
      icon={<IconAlertTriangle color="var(--tier-medium)" />}
      title={title}
      role="alert"
    >
      {text}
    </Alert>
  );
}

function WayIn({ returnTo }: { returnTo: string }) {
  const { data: user, error } = useQuery(userQuery);
  if (user)
    return (
      <>
        <Text>You are signed in as {user.name}.</Text>
        <Button component="a" href={returnTo} size="md" fullWidth>
          Open the app
        </Button>
      </>
    );
  if (user === undefined && !error)
    return (
      <Group gap="sm" role="status" mih={42}>
        <Loader size="sm" aria-hidden />
        <Text c="dimmed">Loading...</Text>
      </Group>
    );
  return <SignInButton returnTo={returnTo} />;
}

function Help() {
  const provider = useProviderName();
  return (
    <Stack gap="xs" component="section" aria-labelledby="sign-in-help">
      <Title order={2} size="h5" id="sign-in-help">
        Where to get help
      </Title>
      <List size="sm" spacing="xs" c="dimmed">
        <List.Item>
          Signed in with the wrong account? Sign out of {provider} first, or use a private window.
        </List.Item>
        <List.Item>
          No access? Ask your company’s Chairside administrator. Tell them when you tried and what
          this page said.
        </List.Item>
        <List.Item>
          Lost your password or second factor? Ask your IT team. Chairside never sees your password.
        </List.Item>
      </List>
    </Stack>
  );
}
