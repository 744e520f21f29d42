import { Group, Paper, Text, Title } from '@mantine/core';
import type { ProspectProfile } from '#shared/prospects/profile.ts';
import { Checklist } from '../Checklist.tsx';

/** Exit checklist of the stage of a prospect. */
export function ChecklistSection({
  prospect,
  checklist,
}: Pick<ProspectProfile, 'prospect' | 'checklist'>) {
  if (checklist.length === 0) return null;
  const met = checklist.filter((entry) => entry.met !== null).length;
  return (
    <Paper p="md" data-guide="prospect-checklist">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Before leaving {prospect.stage}
        </Title>
        <Text size="sm" c="dimmed">
          {met} of {checklist.length}
        </Text>
      </Group>
      <Checklist prospect={prospect} checklist={checklist} />
    </Paper>
  );
}
