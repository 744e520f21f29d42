import { Button, Modal, Stack, Table, Text } from '@mantine/core';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { countText, dayInWords, numberText } from '#shared/core/words.ts';
import type { getIncidentTaskPreview, ListedIncident } from '#shared/radar/radar.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { useNotifyDone } from '#web/work/use-notify-done.ts';
import { useCreateIncidentTasks, useRefetchIncidents } from './data.ts';

interface Properties {
  incident: ListedIncident;
  plan: ResponseOf<typeof getIncidentTaskPreview>;
  onClose: () => void;
}

/** Dialog that previews the tasks per owner and creates the tasks. */
export function CreateTasksDialog({ incident, plan, onClose }: Properties) {
  useFocusBack();
  const make = useCreateIncidentTasks(incident.incidentId);
  const refresh = useRefetchIncidents();
  const notifyDone = useNotifyDone(refresh);
  const send = () =>
    make.mutate(undefined, {
      onSuccess: ({ workId, institutionIds }) => {
        if (institutionIds.length > 0)
          notifyDone({
            title: `Created ${countText(institutionIds.length, 'task')}`,
            workId,
            institutionIds,
          });
        onClose();
      },
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Tasks for ${incident.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">
          “{plan.title}”, due {dayInWords(plan.dueOn)}, one for each silent customer. You can undo
          the tasks for 24 hours.
        </Text>
        <Table aria-label="Tasks by owner">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Owner</Table.Th>
              <Table.Th ta="right">Tasks</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {plan.owners.map(({ person, ownerName, customers }) => (
              <Table.Tr key={ownerName ?? ''}>
                <Table.Td>
                  {ownerName ?? 'No owner'}
                  {person === null && (
                    <Text span size="xs" c="dimmed">
                      {' '}
                      {ownerName === null
                        ? 'unassigned'
                        : 'unassigned, because this owner has no active account'}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td ta="right">{numberText(customers)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {plan.alreadyHave > 0 && (
          <Text size="sm">
            {countText(plan.alreadyHave, 'customer')} already have a task for this incident.
          </Text>
        )}
        {plan.left > 0 && (
          <Text size="sm">
            {countText(plan.left, 'customer')} customers remain. You can create at most 500 tasks at
            once.
          </Text>
        )}
        {make.error !== null && (
          <ErrorState title="Couldn’t create tasks" error={make.error} onRetry={send} />
        )}
        <DialogButtons onClose={onClose}>
          <Button loading={make.isPending} onClick={send} data-autofocus>
            Create {countText(plan.customers, 'task')}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
