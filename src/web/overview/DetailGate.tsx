import { Center, Loader, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Detail, LoadedDetail } from '#web/health/institution-detail.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';

interface Properties {
  detail: Detail;
  children: (loaded: LoadedDetail) => ReactNode;
}

/** Stands in for a customer's details until they are there, or where they cannot be had. */
export function DetailGate({ detail, children }: Properties) {
  if (detail.state === 'loaded') return children(detail);
  if (detail.state === 'failed') {
    return <ErrorState title="This institution cannot be shown" error={detail.error} onRetry={detail.retry} />;
  }
  return (
    <Center mih={240} role="status">
      <Stack align="center" gap="sm">
        <Loader aria-hidden />
        <Text c="dimmed">Loading institution details...</Text>
      </Stack>
    </Center>
  );
}
