import { Button, Group, Popover, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Person } from '#shared/core/person.ts';
import { postRiskAssignee } from '#shared/work/cases.ts';
import { userQuery } from '#web/auth/data.ts';
import type { RiskMenuProperties } from './menu-properties.ts';
import { PersonSelect } from './PersonSelect.tsx';
import { useCaseWork, useRiskCase } from './risk-work.ts';

/** Gives customers to a person, oneself first, or to nobody. */
export function AssignMenu({ institutionIds, onDone }: RiskMenuProperties) {
  const [opened, { close, toggle }] = useDisclosure(false);
  const { data: user } = useQuery(userQuery);
  const only = useRiskCase(institutionIds[0] ?? 0);
  const assignee = institutionIds.length === 1 ? (only?.assignee ?? null) : null;
  const { write, isPending, isReady } = useCaseWork(postRiskAssignee, institutionIds, (changed) => {
    close();
    onDone?.(changed);
  });
  const give = (person: Person | null) =>
    write({ assigneeId: person?.id ?? null }, person === null ? 'Assigned to nobody' : `Assigned to ${person.name}`);
  return (
    <Popover opened={opened} onDismiss={close} width={280} position="bottom-start" shadow="md" trapFocus withinPortal>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUser size={14} />}
          onClick={toggle}
          loading={isPending}
          aria-label={assignee === null ? 'Assign' : `Assigned to ${assignee.name}`}
          disabled={!isReady || institutionIds.length === 0}
        >
          {assignee?.name ?? 'Assign'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Assign">
        <Stack gap="xs">
          <Group gap={6} grow>
            {user && (
              <Button
                size="compact-sm"
                variant="light"
                disabled={assignee?.id === user.id}
                onClick={() => give({ id: user.id, name: user.name })}
              >
                To me
              </Button>
            )}
            <Button size="compact-sm" variant="light" onClick={() => give(null)}>
              To nobody
            </Button>
          </Group>
          <PersonSelect label="To a colleague" value={assignee} onChange={give} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
