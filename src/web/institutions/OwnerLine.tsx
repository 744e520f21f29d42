import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import { useProviderWords } from '#web/core/settings.ts';
import { dealOwnerQuery } from './data.ts';

export function OwnerLine({ institutionId }: { institutionId: number }) {
  const { crmProvider } = useProviderWords();
  const owner = useQuery(dealOwnerQuery(institutionId, crmProvider));
  if (owner.isPending) return null;
  return (
    <Text size="sm" data-guide="owner">
      Owner: {owner.data?.ownerName ?? unassignedOwner}
      {owner.data?.pipeline && ` · Pipeline: ${owner.data.pipeline}`}
    </Text>
  );
}
