import { Alert, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { dayInWords, numberText } from '#shared/core/words.ts';
import type { SlaClocks } from '#shared/slas/clocks.ts';
import { type EndedClockPeriodDays, endedClockPeriodChoices } from '#shared/slas/words.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LazyPart } from '#web/ui/page/LazyPart.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';
import { AttainmentTable } from './AttainmentTable.tsx';
import { slaClocksQuery, slaPoliciesQuery } from './data.ts';
import { PolicyButtons } from './PolicyButtons.tsx';
import { WorkingHours } from './WorkingHours.tsx';

const SlaList = lazy(async () => ({ default: (await import('./SlaList.tsx')).SlaList }));

const usualPeriod: EndedClockPeriodDays = 28;

/** SLA tab: attainment by policy, and the list of clocks. */
export function SlasTab() {
  const { parameters, change } = useUrlParameters();
  const days =
    endedClockPeriodChoices.find((each) => String(each) === parameters.get('days')) ?? usualPeriod;
  const clocks = useQuery(slaClocksQuery(days));
  const policies = useQuery(slaPoliciesQuery);
  const inForce = policies.data?.rows[0];
  const isWaiting = clocks.data === undefined || inForce === undefined;
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="Period"
          data-guide="sla-period"
          value={String(days)}
          data={endedClockPeriodChoices.map((each) => ({
            value: String(each),
            label: `${each} days`,
          }))}
          onChange={(value) => change({ days: value === String(usualPeriod) ? null : value })}
        />
        <Text size="xs" c="dimmed" mih={19}>
          {clocks.data !== undefined &&
            `${dayInWords(clocks.data.from)} to ${dayInWords(clocks.data.until)}`}
        </Text>
      </Group>
      {clocks.data?.knowsReplies === false && (
        <Alert variant="default" title="Ticket replies have no clocks">
          The CRM doesn’t provide ticket messages, so we can’t measure replies.
        </Alert>
      )}
      <Paper p="md" bg="var(--surface)" data-guide="sla-attainment">
        <Group justify="space-between" gap="xs" mb="xs">
          <Title order={2} size="h4">
            Attainment
          </Title>
          {policies.data !== undefined && <PolicyButtons versions={policies.data.rows} />}
        </Group>
        {policies.error !== null && (
          <ErrorState
            title="Couldn’t load policies"
            error={policies.error}
            onRetry={() => void policies.refetch()}
          />
        )}
        {clocks.error !== null && clocks.data === undefined && (
          <ErrorState
            title="Couldn’t load attainment"
            error={clocks.error}
            onRetry={() => void clocks.refetch()}
          />
        )}
        {isWaiting && clocks.error === null && policies.error === null && (
          <LoadingSkeleton label="Loading attainment">
            <SkeletonBlock height={260} />
          </LoadingSkeleton>
        )}
        {inForce?.policies.length === 0 && (
          <Text size="sm">
            There are no policies, so there are no clocks. An admin can add policies.
          </Text>
        )}
        {clocks.data !== undefined && inForce !== undefined && (
          <>
            <AttainmentTable policies={inForce.policies} clocks={clocks.data} />
            <OverdueBefore clocks={clocks.data} />
          </>
        )}
      </Paper>
      <WorkingHours />
      <LazyPart label="Loading the list" height={420}>
        <SlaList source={clocks} days={days} />
      </LazyPart>
    </Stack>
  );
}

/** Link to the clocks that became overdue before the period, which the table doesn't count. */
function OverdueBefore({ clocks: { rows, from } }: { clocks: SlaClocks }) {
  const older = rows.filter(
    ({ status, decidedOn }) => status === 'Overdue' && decidedOn !== null && decidedOn < from,
  );
  const newest = older
    .map(({ decidedOn }) => decidedOn)
    .toSorted()
    .at(-1);
  if (newest == null) return null;
  return (
    <Text size="sm" mt="xs">
      <RowsLink
        ofAllUsers
        filters={[
          { column: 'status', kind: 'one-of', values: ['Overdue'] },
          { column: 'decidedOn', kind: 'dates', from: null, to: newest },
        ]}
        inherit
        td="underline"
      >
        {numberText(older.length)} more
      </RowsLink>{' '}
      clocks became overdue before this period and are still open.
    </Text>
  );
}
