import { Button, Modal, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type PatternKey, patternNames } from '#shared/churn/patterns/pattern-names.ts';
import { patternDefinitions } from '#shared/churn/patterns/patterns.ts';
import {
  type getPredictionQuality,
  type PatternLossCounts,
  postPatternMute,
} from '#shared/churn/quality/quality.ts';
import { proportionText } from '#shared/churn/quality/share.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { shareText } from '#shared/core/words.ts';
import { userQuery } from '#web/auth/data.ts';
import { call } from '#web/core/api.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { WideTable } from '#web/ui/WideTable.tsx';
import { refetchQuality } from './data.ts';

interface Properties {
  records: readonly PatternLossCounts[];
  mutes: ResponseOf<typeof getPredictionQuality>['mutes'];
  baseRate: number;
}

/**
 * Table of warning patterns. Shows how often a pattern was followed by a loss within 60 days.
 * Admins can mute patterns with a low share.
 */
export function WarningPatternTable({ records, mutes, baseRate }: Properties) {
  const { data: user } = useQuery(userQuery);
  const client = useQueryClient();
  const [muting, setMuting] = useState<PatternKey>();
  const change = useMutation({
    mutationFn: (body: { pattern: PatternKey; isMuted: boolean; reason: string }) =>
      call(postPatternMute, { body }),
    onSuccess: async () => {
      setMuting(undefined);
      await refetchQuality(client);
    },
  });
  const isAdmin = user?.role === 'admin';
  const sorted = records.toSorted(
    (one, other) =>
      other.left / Math.max(1, other.customers) - one.left / Math.max(1, one.customers),
  );
  return (
    <>
      <Text size="sm" c="dimmed" mb={6}>
        How often each pattern appeared and how often a notice followed within 60 days. Across all
        customers and weeks: {shareText(baseRate, 1)}. Muted patterns are left out of the next and
        all later predictions.
      </Text>
      <SendError error={change.error} />
      <div data-guide="quality-patterns">
        <WideTable label="Patterns" minWidth={560}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Pattern</Table.Th>
              <Table.Th scope="col" ta="right">
                Appearances followed by a loss
              </Table.Th>
              <Table.Th scope="col">Used</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sorted.map(({ pattern, customers, left }) => {
              const mute = mutes.find((each) => each.pattern === pattern);
              return (
                <Table.Tr key={pattern}>
                  <Table.Th scope="row" fw={500}>
                    {patternNames[pattern]}
                    <Text size="xs" c="dimmed" fw={400}>
                      {patternDefinitions[pattern].meaning}
                    </Text>
                  </Table.Th>
                  <Table.Td ta="right">{proportionText({ of: customers, hits: left })}</Table.Td>
                  <Table.Td>
                    {mute === undefined
                      ? customers < minimumGroupSize
                        ? 'Not enough appearances yet'
                        : 'Yes'
                      : `Muted by ${mute.by}: ${mute.reason}`}{' '}
                    {isAdmin && (
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`${mute === undefined ? 'Mute' : 'Unmute'}: ${patternNames[pattern]}`}
                        loading={change.isPending && change.variables.pattern === pattern}
                        onClick={() =>
                          mute === undefined
                            ? setMuting(pattern)
                            : change.mutate({ pattern, isMuted: false, reason: '' })
                        }
                      >
                        {mute === undefined ? 'Mute' : 'Unmute'}
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </WideTable>
      </div>
      {muting !== undefined && (
        <MuteDialog
          pattern={muting}
          isBusy={change.isPending}
          onMute={(reason) => change.mutate({ pattern: muting, isMuted: true, reason })}
          onClose={() => setMuting(undefined)}
        />
      )}
    </>
  );
}

function MuteDialog({
  pattern,
  isBusy,
  onMute,
  onClose,
}: {
  pattern: PatternKey;
  isBusy: boolean;
  onMute: (reason: string) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Mute: ${patternNames[pattern]}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <Stack
        gap="sm"
        component="form"
        onSubmit={createSubmitHandler(() => reason.trim() !== '' && onMute(reason))}
      >
        <TextInput
          label="Why"
          value={reason}
          maxLength={500}
          data-autofocus
          required
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy} disabled={reason.trim() === ''}>
          Mute
        </Button>
      </Stack>
    </Modal>
  );
}
