import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { countText, numberText } from '#shared/core/words.ts';
import {
  noRunReasonLabels,
  noRunReasons,
  type Playbook,
  postPlaybookStart,
} from '#shared/playbooks/playbooks.ts';
import { findSegmentRows } from '#shared/portfolio/segment.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import { call } from '#web/core/api.ts';
import { institutionListQuery } from '#web/portfolio/institution-list.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler, useIdempotencyId } from '#web/ui/sending/sending.ts';
import { refreshWork } from '#web/work/data.ts';
import { refetchPlaybooks } from './data.ts';
import { ConditionsField } from './editor/ConditionsField.tsx';

const namedCustomers = 10;

interface Properties {
  playbook: Playbook;
  /**
   * Ids of customers that were selected in a list. When empty, the user selects customers in the
   * dialog.
   */
  given: readonly number[];
  onClose: () => void;
}

/** Dialog for manually starting a playbook for selected customers. */
export function StartDialog({ playbook: { playbookId, fields }, given, onClose }: Properties) {
  useFocusBack();
  const client = useQueryClient();
  const once = useIdempotencyId();
  const [segment, setSegment] = useState(fields.conditions);
  const { data } = useQuery(institutionListQuery);
  const rows = data?.rows ?? [];
  const chosen =
    given.length > 0
      ? rows.filter(({ institutionId }) => given.includes(institutionId))
      : findSegmentRows(rows, new URLSearchParams(segment)).rows;
  const ids = chosen.map(({ institutionId }) => institutionId);
  const start = useMutation({
    mutationFn: (institutionIds: number[]) =>
      call(postPlaybookStart, {
        params: { playbookId },
        body: { startId: once.idFor({ playbookId, institutionIds }), institutionIds },
      }),
    onSuccess: ({ started, leftOut }) => {
      once.done();
      notifications.show({
        title: `${fields.name}: started for ${countText(started.length, 'customer')}`,
        message: null,
      });
      if (leftOut.length === 0) onClose();
    },
    onSettled: (_, __, institutionIds) =>
      Promise.all([refetchPlaybooks(client), refreshWork(client, institutionIds)]),
  });
  const tooMany = ids.length > maxBulkItems;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`Start ${fields.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={createSubmitHandler(() => ids.length > 0 && !tooMany && start.mutate(ids))}>
        <Stack gap="md">
          {given.length === 0 && (
            <ConditionsField
              label="Customers"
              description="Choose customers with list filters, or choose one customer by name."
              whenEmpty={`All ${numberText(ids.length)} customers`}
              value={segment}
              onChange={(next) => {
                start.reset();
                setSegment(next);
              }}
            />
          )}
          <Text size="sm">
            {chosen
              .slice(0, namedCustomers)
              .map(({ institutionName }) => institutionName)
              .join(', ')}
            {chosen.length > namedCustomers &&
              ` and ${countText(chosen.length - namedCustomers, 'more customer')}`}
          </Text>
          {tooMany && (
            <Alert color="yellow" title="Too many at once">
              You can start a playbook for at most {maxBulkItems} customers at once. Add filters.
            </Alert>
          )}
          <SendError error={start.error} />
          {start.data !== undefined && start.data.leftOut.length > 0 && (
            <Alert
              color="yellow"
              title={`${countText(start.data.leftOut.length, 'customer')} left out`}
            >
              <List size="sm">
                {noRunReasons.flatMap((why) => {
                  const count = start.data.leftOut.filter((each) => each.why === why).length;
                  return count === 0
                    ? []
                    : [
                        <List.Item
                          key={why}
                        >{`${numberText(count)} × ${noRunReasonLabels[why]}`}</List.Item>,
                      ];
                })}
              </List>
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {start.isSuccess ? 'Close' : 'Cancel'}
            </Button>
            <Button
              type="submit"
              loading={start.isPending}
              disabled={ids.length === 0 || tooMany || start.isSuccess}
            >
              Start for {countText(ids.length, 'customer')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
