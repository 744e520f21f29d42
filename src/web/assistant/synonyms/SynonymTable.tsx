import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useMomentFormatter } from '#web/core/days.ts';
import { HeadedTable } from '#web/ui/HeadedTable.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { synonymsQuery, useSynonymChanges } from './data.ts';
import { describeMeanings } from './meanings.ts';

/** Maximum number of meanings of a synonym in the table. */
const mostMeanings = 2;

/** Words that administrators added, with their meanings. */
export function SynonymTable({ onAdd }: { onAdd: () => void }) {
  const synonyms = useQuery(synonymsQuery);
  const { removing } = useSynonymChanges();
  const momentText = useMomentFormatter();
  const section = useRef<HTMLDivElement>(null);
  const { data: rows, error } = synonyms;
  return (
    <Stack
      gap="sm"
      component="section"
      ref={section}
      tabIndex={-1}
      aria-label="Synonyms"
      data-guide="admin-synonyms"
    >
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          Synonyms
        </Title>
        <Button size="xs" variant="default" onClick={onAdd}>
          Add synonym
        </Button>
      </Group>
      {error !== null && (
        <ErrorState
          title="Couldn’t load synonyms"
          error={error}
          onRetry={() => void synonyms.refetch()}
        />
      )}
      {rows === undefined && error === null && (
        <LoadingSkeleton label="Loading the synonyms">
          <SkeletonBlock height={120} />
        </LoadingSkeleton>
      )}
      {rows?.length === 0 && (
        <Text size="sm" c="dimmed">
          No synonyms yet. Add one to teach the AI Assistant a word that your team uses.
        </Text>
      )}
      {rows !== undefined && rows.length > 0 && (
        <HeadedTable
          label="Synonyms"
          headings={['Word', 'Stands for', 'Meaning', 'Added']}
          hasActions
        >
          {rows.map((row) => {
            const meanings = describeMeanings(row.meanings);
            return (
              <Table.Tr key={row.synonymId}>
                <Table.Th scope="row">{row.word}</Table.Th>
                <Table.Td>{row.term}</Table.Td>
                <Table.Td>
                  {meanings.length === 0
                    ? 'None. The AI Assistant no longer knows this term.'
                    : meanings.slice(0, mostMeanings).join('; ')}
                  {meanings.length > mostMeanings && ` and ${meanings.length - mostMeanings} more`}
                </Table.Td>
                <Table.Td>
                  {momentText(row.createdAt)} by {row.createdBy ?? 'a deleted account'}
                </Table.Td>
                <Table.Td ta="right">
                  <Button
                    variant="subtle"
                    color="red"
                    size="compact-sm"
                    disabled={removing.isPending}
                    aria-label={`Remove ${row.word}`}
                    // The focused button disappears with its row.
                    onClick={() =>
                      removing.mutate(row, { onSuccess: () => section.current?.focus() })
                    }
                  >
                    Remove
                  </Button>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </HeadedTable>
      )}
    </Stack>
  );
}
