import { Group, Stack, Text } from '@mantine/core';
import type { LoadedInstitutionDetail } from '#web/health/institution-detail.ts';
import { OutcomeMenu } from '#web/work/cases/OutcomeMenu.tsx';
import { TaskList } from '#web/work/TaskList.tsx';

/** Work tab with the customer's tasks. For a customer at risk, it also has the outcome menu. */
export function WorkTab({
  institutionId,
  detail,
}: {
  institutionId: number;
  detail: LoadedInstitutionDetail;
}) {
  return (
    <Stack gap="lg" data-guide="work">
      {detail.health?.atRisk === true && (
        <Group gap="sm">
          <Text size="sm">This customer is at risk. Record an outcome after you investigate.</Text>
          <OutcomeMenu institutionId={institutionId} />
        </Group>
      )}
      <TaskList institution={{ id: institutionId, name: detail.name }} />
    </Stack>
  );
}
