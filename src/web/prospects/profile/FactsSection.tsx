import { ActionIcon, Paper, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { dayInWords } from '#shared/core/words.ts';
import { prospectFactLabels } from '#shared/prospects/changes.ts';
import {
  type ProspectFact,
  type ProspectProfile,
  prospectFactSourceText,
} from '#shared/prospects/profile.ts';
import { WideTable } from '#web/ui/WideTable.tsx';
import { MissingFactsNote } from '../places/MissingFactsNote.tsx';

const FactDialog = lazy(async () => ({
  default: (await import('./FactDialog.tsx')).FactDialog,
}));

/** Facts of a prospect, each with its source and the day on which it was entered or imported. */
export function FactsSection({ profile }: { profile: ProspectProfile }) {
  const { prospect, facts } = profile;
  const [edited, setEdited] = useState<ProspectFact>();
  return (
    <Paper p="md" data-guide="prospect-facts">
      <Title order={2} size="h4" mb="xs">
        Facts
      </Title>
      <MissingFactsNote profile={profile} />
      <WideTable label="Facts" minWidth={420}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Fact</Table.Th>
            <Table.Th>Value</Table.Th>
            <Table.Th>Source</Table.Th>
            <Table.Th>
              <VisuallyHidden>Edit</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {facts.map((fact) => (
            <Table.Tr key={fact.field}>
              <Table.Th scope="row" fw={500}>
                {prospectFactLabels[fact.field]}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{fact.value ?? 'Unknown'}</Table.Td>
              <Table.Td>
                {fact.value !== null && (
                  <Text size="sm" c="dimmed">
                    {prospectFactSourceText(fact)}, {dayInWords(fact.checkedOn)}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Edit ${prospectFactLabels[fact.field]}`}
                  onClick={() => setEdited(fact)}
                >
                  <IconPencil size={16} />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
      {prospect.isPlacedByZip && (
        <Text size="sm" c="dimmed" mt="xs">
          Distances are measured from the center of ZIP code {prospect.zip}, so they are
          approximate.
        </Text>
      )}
      <Suspense>
        {edited !== undefined && (
          <FactDialog prospect={prospect} fact={edited} onClose={() => setEdited(undefined)} />
        )}
      </Suspense>
    </Paper>
  );
}
