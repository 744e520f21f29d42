import { Button, Group, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMomentFormatter } from '#web/core/days.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import { synonymsQuery, useSynonymChanges } from './data.ts';
import { meaningTexts } from './meanings.ts';

/** Maximum number of meanings of a synonym in the table. */
const mostMeanings = 2;

/** Words that administrators added, with their meanings. */
export function SynonymTable({ onAdd }: { onAdd: () => void }) {
  const synonyms = useQuery(synonymsQuery);
  const { removing } = useSynonymChanges();
  const momentText = useMomentFormatter();
  const { data: rows, error } = synonyms;
  return (
    <Stack gap="sm" component="section" aria-label="Synonyms" data-guide="admin-synonyms">
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
        <WideTable label="Synonyms" minWidth={720}>
          <Table.Thead>
            <Table.Tr>
              {['Word', 'Stands for', 'Meaning', 'Added'].map((heading) => (
                <Table.Th key={heading}>{heading}</Table.Th>
              ))}
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => {
              const meanings = meaningTexts(row.meanings);
              return (
                <Table.Tr key={row.synonymId}>
                  <Table.Th scope="row">{row.word}</Table.Th>
                  <Table.Td>{row.term}</Table.Td>
                  <Table.Td>
                    {meanings.length === 0
                      ? 'None: no list knows this term anymore'
                      : meanings.slice(0, mostMeanings).join('; ')}
                    {meanings.length > mostMeanings &&
                      ` and ${meanings.length - mostMeanings} more`}
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
                      onClick={() => removing.mutate(row)}
                    >
                      Remove
                    </Button>
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </WideTable>
      )}
    </Stack>
  );
}
