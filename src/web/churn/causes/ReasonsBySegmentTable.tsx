import '@mantine/core/styles/Switch.css';
import { Group, SegmentedControl, Switch, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  countReasonsBySegment,
  type LossReasonsBySegment,
  type LossSegmentKey,
  lossSegmentKeys,
} from '#shared/churn/causes/rules.ts';
import { getLosses } from '#shared/churn/losses/losses.ts';
import { unavoidableReason } from '#shared/churn/losses/reasons.ts';
import { activeLossesFilter } from '#shared/churn/losses/rules.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { numberText, shareText } from '#shared/core/words.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { endpointQuery } from '#web/core/api.ts';
import { MetricSectionCard } from '#web/metrics/MetricSectionCard.tsx';
import { createHeatScale } from '#web/ui/chart/heat.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { WideTable } from '#web/ui/WideTable.tsx';
import { LossesLink } from './LossesLink.tsx';

const lossesQuery = endpointQuery(getLosses);
const segmentNames: Record<LossSegmentKey, string> = {
  sizeTier: 'Size',
  practiceType: 'Type',
  ehr: 'EHR',
};
/** Maximum number of segments, so that the table remains readable. */
const mostSegments = 10;

export function ReasonsBySegmentTable() {
  const { parameters, change } = useUrlParameters();
  const losses = useQuery(lossesQuery);
  const segment = lossSegmentKeys.find((key) => key === parameters.get('by')) ?? 'sizeTier';
  const avoidableOnly = parameters.has('avoidable');
  const withClosed = parameters.has('closed');
  if (losses.data === undefined)
    return losses.error === null ? (
      <LoadingSkeleton label="Loading losses">
        <SkeletonBlock height={360} />
      </LoadingSkeleton>
    ) : (
      <ErrorState
        title="Couldn’t load losses"
        error={losses.error}
        onRetry={() => void losses.refetch()}
      />
    );
  const grid = countReasonsBySegment(losses.data.rows, segment, { avoidableOnly, withClosed });
  const common: ListFilter[] = [
    activeLossesFilter,
    ...(avoidableOnly
      ? [{ column: 'avoidable', kind: 'one-of', values: ['Yes', 'Partly'] } as const]
      : []),
  ];
  return (
    <div data-guide="causes-segments">
      <MetricSectionCard title="Reasons by customer segment" metric="reasonSegment">
        <Group gap="md" mb="sm">
          <SegmentedControl
            size="xs"
            aria-label="Customer segment"
            value={segment}
            data={lossSegmentKeys.map((value) => ({ value, label: segmentNames[value] }))}
            onChange={(value) => change({ by: value === 'sizeTier' ? null : value })}
          />
          <Switch
            size="xs"
            label="Avoidable only"
            checked={avoidableOnly}
            onChange={(event) => change({ avoidable: event.currentTarget.checked ? '1' : null })}
          />
          <Switch
            size="xs"
            label="Include sold or closed practices"
            checked={withClosed}
            onChange={(event) => change({ closed: event.currentTarget.checked ? '1' : null })}
          />
        </Group>
        {grid.segments.length === 0 ? (
          <Text c="dimmed">No losses match these choices.</Text>
        ) : (
          <Grid grid={grid} segment={segment} common={common} />
        )}
        <Text size="xs" c="dimmed" mt="xs">
          {withClosed
            ? 'Sold or closed practices are included.'
            : `Losses with the reason “${unavoidableReason}” are excluded.`}{' '}
          Percentages are shares of all losses in the segment
          {grid.segments.length > mostSegments
            ? `; only the ${mostSegments} segments with the most losses are shown`
            : ''}
          .
        </Text>
      </MetricSectionCard>
    </div>
  );
}

interface GridProperties {
  grid: LossReasonsBySegment;
  segment: LossSegmentKey;
  common: readonly ListFilter[];
}

function Grid({ grid: { reasons, segments }, segment, common }: GridProperties) {
  const visibleSegments = segments.slice(0, mostSegments);
  const shade = createHeatScale(
    [0, ...visibleSegments.flatMap(({ byReason }) => [...byReason.values()])],
    'var(--accent)',
  );
  return (
    <WideTable label="Reasons by customer segment" minWidth={220 + visibleSegments.length * 96}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Main reason</Table.Th>
          {visibleSegments.map(({ segment: name, losses }) => (
            <Table.Th key={name} scope="col" ta="right">
              {name}
              <Text size="xs" c="dimmed" fw={400}>
                {numberText(losses)} lost
              </Text>
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {reasons.map((reason) => (
          <Table.Tr key={reason}>
            <Table.Th scope="row" fw={400}>
              {reason}
            </Table.Th>
            {visibleSegments.map(({ segment: name, losses, byReason }) => {
              const count = byReason.get(reason) ?? 0;
              return (
                <Table.Td
                  key={name}
                  ta="right"
                  style={{ background: shade(count), whiteSpace: 'nowrap' }}
                >
                  {count === 0 ? (
                    '–'
                  ) : (
                    <LossesLink
                      of={`losses: ${reason}, ${name}`}
                      filters={[
                        { column: 'mainReason', kind: 'one-of', values: [reason] },
                        { column: segment, kind: 'one-of', values: [name] },
                        ...common,
                      ]}
                    >
                      {count}
                    </LossesLink>
                  )}
                  {count > 0 && losses >= minimumGroupSize && (
                    <Text span size="xs">
                      {' '}
                      {shareText(count / losses)}
                    </Text>
                  )}
                </Table.Td>
              );
            })}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}
