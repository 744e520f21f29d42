import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { dayInWords } from '#shared/core/words.ts';
import {
  blockerLabels,
  findMilestoneTemplate,
  milestoneName,
} from '#shared/onboarding/milestones.ts';
import type { getOnboardingCase, ListedMilestone } from '#shared/onboarding/onboarding.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonRows } from '#web/ui/page/LoadingSkeleton.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import { onboardingCaseQuery, useApplyOnboardingAction } from './data.ts';
import { OnboardingStateLabel } from './OnboardingStateLabel.tsx';

/** Details of a case: status, milestones with proofs, blockers and pauses. */
export function OnboardingCaseDetails({ institutionId }: { institutionId: number }) {
  const { data, error, refetch } = useQuery(onboardingCaseQuery(institutionId));
  if (data === undefined)
    return error === null ? (
      <LoadingSkeleton label="Loading the milestones">
        <SkeletonRows rows={10} />
      </LoadingSkeleton>
    ) : (
      <ErrorState title="Couldn’t load the case" error={error} onRetry={() => void refetch()} />
    );
  const { row, milestones } = data;
  return (
    <Stack gap="sm">
      <Group gap="md">
        <Text size="sm" component="div">
          <OnboardingStateLabel state={row.state} />
        </Text>
        {row.day !== null && (
          <Text size="sm">
            Day {row.day} of {row.lastDay}
          </Text>
        )}
        {row.score !== null && row.expected !== null && (
          <Text size="sm">
            Score {Math.floor(row.score)}%, {Math.round(row.expected)}% expected
          </Text>
        )}
      </Group>
      <WideTable label="Milestones" minWidth={460}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Milestone</Table.Th>
            <Table.Th scope="col">By</Table.Th>
            <Table.Th scope="col" ta="right">
              Due day
            </Table.Th>
            <Table.Th scope="col">Done</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {milestones.map((milestone) => (
            <Table.Tr key={`${milestone.key} ${milestone.product}`}>
              <Table.Th scope="row" fw={400}>
                {milestoneName(milestone)}
              </Table.Th>
              <Table.Td>{milestone.side === 'us' ? 'Us' : 'Customer'}</Table.Td>
              <Table.Td ta="right">{milestone.dueDay}</Table.Td>
              <Table.Td>
                <Done row={row} milestone={milestone} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
      <Spans data={data} />
    </Stack>
  );
}

type CaseAnswer = ResponseOf<typeof getOnboardingCase>;

function Done({ row, milestone }: { row: CaseAnswer['row']; milestone: ListedMilestone }) {
  const { write, isPending } = useApplyOnboardingAction();
  const { doneOn, evidence, doneBy, key, product, dueDay } = milestone;
  const { isProven } = findMilestoneTemplate(key);
  const name = milestoneName(milestone);
  const send = (action: 'complete' | 'reopen') =>
    write({
      rows: [row],
      change: { action, milestone: key, product },
      titleOf: (whom) => (action === 'complete' ? `${name}: ${whom}` : `${name} reopened: ${whom}`),
    });
  if (doneOn !== null)
    return (
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="sm" component="div">
          <span aria-hidden>✓ </span>
          {dayInWords(doneOn)}
          {(evidence ?? doneBy) !== null && (
            <Text size="xs" c="dimmed">
              {evidence ?? `by ${doneBy}`}
            </Text>
          )}
        </Text>
        {!isProven && (
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={isPending}
            aria-label={`Reopen ${name}`}
            onClick={() => send('reopen')}
          >
            Reopen
          </Button>
        )}
      </Group>
    );
  const late = row.day !== null && row.day > dueDay && row.graduatedOn === null;
  if (isProven)
    return (
      <Text size="sm" c={late ? 'var(--tier-critical)' : 'dimmed'}>
        {late ? 'Late, ' : ''}waiting for data
      </Text>
    );
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-xs"
        variant="light"
        loading={isPending}
        aria-label={`Done: ${name}`}
        onClick={() => send('complete')}
      >
        Done
      </Button>
      {late && (
        <Text size="xs" c="var(--tier-critical)">
          Late
        </Text>
      )}
    </Group>
  );
}

function Spans({ data: { blockers, pauses } }: { data: CaseAnswer }) {
  const spans = [
    ...blockers.map(({ from, until, blocker }) => ({
      from,
      until,
      text: `Blocked: ${blockerLabels[blocker]}`,
    })),
    ...pauses.map(({ from, until, reason }) => ({ from, until, text: `Paused: ${reason}` })),
  ].toSorted((one, other) => (one.from < other.from ? 1 : -1));
  return spans.map(({ from, until, text }) => (
    <Text key={`${from} ${text}`} size="sm" c="dimmed">
      {text},{' '}
      {until === null ? `since ${dayInWords(from)}` : `${dayInWords(from)} to ${dayInWords(until)}`}
    </Text>
  ));
}
