import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import { useProviderNames } from '#web/core/settings.ts';
import { errorText } from '#web/ui/sending/error-text.ts';
import { dealOwnerQuery } from './data.ts';

export function OwnerAndPipeline({ institutionId }: { institutionId: number }) {
  const { crmProvider } = useProviderNames();
  const owner = useQuery(dealOwnerQuery(institutionId, crmProvider));
  if (owner.isPending) return null;
  if (owner.isError) {
    return (
      <Group gap="xs" role="alert" data-guide="owner">
        <Text size="sm">Couldn’t load the owner: {errorText(owner.error)}</Text>
        <Button
          size="compact-xs"
          variant="default"
          loading={owner.isFetching}
          onClick={() => void owner.refetch()}
        >
          Retry
        </Button>
      </Group>
    );
  }
  return (
    <Text size="sm" data-guide="owner">
      Owner: {owner.data?.ownerName ?? unassignedOwner}
      {owner.data?.pipeline && ` · Pipeline: ${owner.data.pipeline}`}
    </Text>
  );
}
