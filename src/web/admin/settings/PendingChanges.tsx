import { Button, Group, Paper, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { maxDecisionReasonLength, type PendingChange } from '#shared/admin/settings/settings.ts';
import {
  pendingChangeKindNames as kindWords,
  pendingChangeStateLabels,
} from '#shared/core/settings/pending-changes.ts';
import { userQuery } from '#web/auth/data.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { rulesTrialQuery } from '#web/scoring/data.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import { pendingChangesQuery, useDecidePendingChange } from './data.ts';

const TrialFindings = lazy(async () => ({
  default: (await import('#web/scoring/TrialFindings.tsx')).TrialFindings,
}));

/** Changes that wait for a second administrator, and the last decisions. */
export function PendingChanges() {
  const { data, error, refetch } = useQuery(pendingChangesQuery);
  const momentText = useMomentFormatter();
  if (error !== null)
    return (
      <ErrorState
        title="Couldn’t load pending changes"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  const waiting = data?.filter(({ state }) => state === 'waiting') ?? [];
  const decided = data?.filter(({ state }) => state !== 'waiting').slice(0, 3) ?? [];
  if (waiting.length + decided.length === 0) return null;
  return (
    <Stack gap="sm" data-guide="pending-changes">
      {waiting.map((change) => (
        <WaitingChange key={change.changeId} change={change} />
      ))}
      {decided.map(
        ({ changeId, kind, changes, state, decidedBy, decidedAt, proposedBy, reason }) => (
          <Text key={changeId} size="sm" c="dimmed">
            {kindWords[kind]} proposed by {proposedBy.name}: {pendingChangeStateLabels[state]}
            {decidedBy !== null && ` by ${decidedBy.name}`}
            {decidedAt !== null && `, ${momentText(decidedAt)}`}
            {reason !== null && `. ${reason}`}
            {`. ${changes.map(({ name, before, after }) => `${name}: ${before} → ${after}`).join('; ')}`}
          </Text>
        ),
      )}
    </Stack>
  );
}

function WaitingChange({ change }: { change: PendingChange }) {
  const momentText = useMomentFormatter();
  return (
    <Paper
      p={{ base: 'md', sm: 'lg' }}
      bg="var(--surface)"
      component="section"
      aria-label={`Pending change: ${kindWords[change.kind]}`}
    >
      <Stack gap="sm">
        <Title order={2} size="h4">
          {kindWords[change.kind]}: waits for a second administrator
        </Title>
        <Text size="sm">
          Proposed by {change.proposedBy.name}, {momentText(change.proposedAt)}
          {change.note !== '' && `: ${change.note}`}
        </Text>
        {change.isStale && (
          <Text size="sm">The settings changed after this request. Reject or withdraw it.</Text>
        )}
        <WideTable label="Proposed changes" minWidth={240}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Field</Table.Th>
              <Table.Th>Before</Table.Th>
              <Table.Th>Proposed</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {change.changes.map(({ name, before, after }) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{before}</Table.Td>
                <Table.Td>{after}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
        {change.trialId !== null && <TrialEffect trialId={change.trialId} />}
        <Decision change={change} />
      </Stack>
    </Paper>
  );
}

/** Effect of proposed scoring rules on the customers, as their trial found it. */
function TrialEffect({ trialId }: { trialId: string }) {
  const { data: trial, error, refetch } = useQuery(rulesTrialQuery(trialId));
  if (error !== null)
    return (
      <ErrorState title="Couldn’t load the trial" error={error} onRetry={() => void refetch()} />
    );
  return trial?.result ? (
    <Suspense>
      <TrialFindings result={trial.result} />
    </Suspense>
  ) : null;
}

function Decision({ change: { changeId, proposedBy, isStale } }: { change: PendingChange }) {
  const { data: user } = useQuery(userQuery);
  const [reason, setReason] = useState('');
  const decide = useDecidePendingChange(changeId);
  const isOwn = user?.id === proposedBy.id;
  const isSending = (decision: 'approved' | 'refused') =>
    decide.isPending && decide.variables.decision === decision;
  const send = (decision: 'approved' | 'refused' | 'withdrawn') =>
    decide.mutate({ decision, reason });
  return (
    <Stack gap="sm">
      {decide.error !== null && (
        <ErrorState
          title="Couldn’t save the decision"
          error={decide.error}
          onRetry={() => decide.variables && decide.mutate(decide.variables)}
        />
      )}
      {isOwn ? (
        <Group>
          <Button variant="default" loading={decide.isPending} onClick={() => send('withdrawn')}>
            Withdraw
          </Button>
        </Group>
      ) : (
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Reason"
            placeholder="Optional"
            style={{ flex: '1 1 220px' }}
            maxLength={maxDecisionReasonLength}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button
            variant="default"
            loading={isSending('refused')}
            disabled={decide.isPending}
            onClick={() => send('refused')}
          >
            Reject
          </Button>
          {!isStale && (
            <Button
              loading={isSending('approved')}
              disabled={decide.isPending}
              onClick={() => send('approved')}
            >
              Approve
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
