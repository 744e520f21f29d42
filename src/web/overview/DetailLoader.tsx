import { Group, Loader, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type {
  InstitutionDetailState,
  LoadedInstitutionDetail,
} from '#web/health/institution-detail.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { SkeletonRows } from '#web/ui/page/LoadingSkeleton.tsx';

interface Properties {
  detail: InstitutionDetailState;
  children: (loaded: LoadedInstitutionDetail) => ReactNode;
}

/**
 * Renders a customer's details once they are loaded. Before that, renders a placeholder; after a
 * failure, an error.
 */
export function DetailLoader({ detail, children }: Properties) {
  if (detail.state === 'loaded') return children(detail);
  if (detail.state === 'failed') {
    return (
      <ErrorState
        title="Couldn’t load this institution"
        error={detail.error}
        onRetry={detail.retry}
      />
    );
  }
  return <DetailSkeleton />;
}

/** Placeholder in the shape of the details. */
export function DetailSkeleton() {
  return (
    <Stack gap="lg" role="status">
      <Group gap="xs">
        <Loader size="xs" aria-hidden />
        <Text c="dimmed">Loading institution details...</Text>
      </Group>
      <Skeleton h={36} w="min(300px, 70%)" />
      <Skeleton h={44} maw="70ch" />
      <SkeletonRows rows={8} />
    </Stack>
  );
}
