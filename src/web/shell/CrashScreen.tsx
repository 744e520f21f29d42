import { Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import { paths } from '#shared/paths.ts';

/** Stands in for everything when a page fails to render or its code cannot be fetched. */
export function CrashScreen() {
  return (
    <Center component="main" mih="100dvh" px="md">
      <Stack align="center" gap="md" maw={480} ta="center" role="alert">
        <Title order={1}>Oops! Something went wrong</Title>
        <Text>We encountered an unexpected error. Don't worry, your data is safe.</Text>
        <Group justify="center">
          <Button onClick={() => window.location.reload()}>Reload Page</Button>
          <Button component="a" href={paths.landing} variant="default">
            Go to Home
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          If this problem persists, please contact support
        </Text>
      </Stack>
    </Center>
  );
}
