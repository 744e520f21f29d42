import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countText } from '#shared/core/words.ts';
import type { WorkingInsightLink } from '#shared/insights/links.ts';
import { useMomentDayFormatter } from '#web/core/days.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import { insightLinksByCreatorQuery } from '../data.ts';
import { useDecideLinks } from './use-decide-links.ts';

/**
 * Table of working insight links of disabled accounts, to keep or revoke. Renders nothing when
 * there are none.
 */
export function DisabledCreatorLinksTable() {
  const { data, error, refetch } = useQuery(insightLinksByCreatorQuery());
  const decision = useDecideLinks();
  if (error !== null)
    return (
      <ErrorState
        title="Couldn’t load insight links of disabled accounts"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined || data.rows.length === 0) return null;
  const { rows } = data;
  const decide = (links: readonly WorkingInsightLink[], keeps: boolean) =>
    decision.mutate({ links, keeps });
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Insight links of disabled accounts
      </Title>
      <Text size="sm">
        {countText(rows.length, 'link')} still {rows.length === 1 ? 'opens' : 'open'} a practice’s
        page. Keep links that the practice uses, and revoke all others.
      </Text>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={decision.isPending}
          onClick={() => decide(rows, true)}
        >
          Keep all
        </Button>
        <Button
          size="xs"
          variant="light"
          color="red"
          loading={decision.isPending}
          onClick={() => decide(rows, false)}
        >
          Revoke all
        </Button>
      </Group>
      <WideTable label="Insight links of disabled accounts" minWidth={520}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Practice</Table.Th>
            <Table.Th>Recipient</Table.Th>
            <Table.Th>Created by</Table.Th>
            <Table.Th>Decision</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((link) => (
            <LinkRow
              key={link.linkId}
              link={link}
              isPending={decision.isPending}
              onDecide={(keeps) => decide([link], keeps)}
            />
          ))}
        </Table.Tbody>
      </WideTable>
    </Stack>
  );
}

interface RowProperties {
  link: WorkingInsightLink;
  isPending: boolean;
  onDecide: (keeps: boolean) => void;
}

function LinkRow({ link, isPending, onDecide }: RowProperties) {
  const dayText = useMomentDayFormatter();
  return (
    <Table.Tr>
      <Table.Td>{link.institutionName}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {link.label}
        <Text size="xs" c="dimmed">
          Opened {countText(link.views, 'time')}, valid until {dayText(link.expiresAt)}
        </Text>
      </Table.Td>
      <Table.Td>{link.madeBy}</Table.Td>
      <Table.Td>
        <Group gap={4}>
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={isPending}
            aria-label={`Keep the link for ${link.label}`}
            onClick={() => onDecide(true)}
          >
            Keep
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            disabled={isPending}
            aria-label={`Revoke the link for ${link.label}`}
            onClick={() => onDecide(false)}
          >
            Revoke
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
