import { Alert, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { dayInWords } from '#shared/core/words.ts';
import { usageText } from '#shared/health/product-table.ts';
import type {
  ComparedProduct,
  getInstitutionComparison,
  OfficialWeek,
} from '#shared/portfolio/comparison.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { Change } from '#web/ui/Change.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { TierMark } from '#web/ui/tier/TierMark.tsx';
import { averageScoreCauseLabels } from './causes.ts';
import classes from './comparison.module.css';
import { institutionComparisonQuery, officialWeeksQuery, type WeekPair } from './data.ts';
import {
  NumberColumnHeading,
  PercentChangeCell,
  ProductRowHeading,
  wholePercentText,
} from './figures.tsx';
import { ScoreWaterfall } from './ScoreWaterfall.tsx';
import { WeekPicker } from './WeekPicker.tsx';
import { SeasonalDropNote, useComparedWeeks } from './weeks.tsx';

/**
 * Comparison of one customer in two official weeks: score with the causes of its change, and
 * products.
 */
export function InstitutionWeekComparison({ institutionId }: { institutionId: number }) {
  const source = useQuery(officialWeeksQuery);
  const official = source.data?.rows ?? [];
  const { weeks, choose } = useComparedWeeks(official);
  if (source.error !== null && source.data === undefined)
    return (
      <ErrorState
        title="Couldn’t load official weeks"
        error={source.error}
        onRetry={() => void source.refetch()}
      />
    );
  if (source.data === undefined) return <Skeleton h={320} />;
  if (weeks === undefined)
    return (
      <Text>
        There are fewer than two official weeks. You can compare weeks after the next official week.
      </Text>
    );
  return (
    <Stack gap="lg">
      <WeekPicker official={official} weeks={weeks} onChoose={choose} />
      <Compared institutionId={institutionId} weeks={weeks} official={official} />
    </Stack>
  );
}

function Compared({
  institutionId,
  weeks,
  official,
}: {
  institutionId: number;
  weeks: WeekPair;
  official: readonly OfficialWeek[];
}) {
  const { data, error, refetch } = useQuery(institutionComparisonQuery(institutionId, weeks));
  if (error !== null && data === undefined)
    return (
      <ErrorState
        title="Couldn’t compare these weeks"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <Skeleton h={320} />;
  const weekEnd = (start: string) =>
    official.find(({ weekStartDate }) => weekStartDate === start)?.weekEndDate ?? start;
  return (
    <Stack gap="lg">
      <WhyItMoved comparison={data} ends={{ from: weekEnd(weeks.from), to: weekEnd(weeks.to) }} />
      <SeasonalDropNote official={official} weeks={weeks} />
      <Products compared={data.products} flatBand={data.flatBand} />
    </Stack>
  );
}

function WhyItMoved({
  comparison: { weeks, parts },
  ends,
}: {
  comparison: ResponseOf<typeof getInstitutionComparison>;
  ends: WeekPair;
}) {
  const { from, to } = weeks;
  const absent = [from === null ? ends.from : [], to === null ? ends.to : []].flat();
  if (from === null || to === null)
    return (
      <Alert variant="default">
        Not a customer in the week ending {absent.map(dayInWords).join(' or ')}.
      </Alert>
    );
  const unmeasured = [
    from.adoptionScore === null ? ends.from : [],
    to.adoptionScore === null ? ends.to : [],
  ].flat();
  if (parts === null || from.adoptionScore === null || to.adoptionScore === null)
    return (
      <Alert variant="default">
        No usage could be measured in the week ending {unmeasured.map(dayInWords).join(' or ')}, so
        there is no change to explain.
      </Alert>
    );
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        <Change value={to.adoptionScore - from.adoptionScore} unit=" points" digits={1} />:{' '}
        <TierMark tier={from.healthTier} /> to <TierMark tier={to.healthTier} />
      </Title>
      <ScoreWaterfall
        caption="Causes of the score change, in points"
        from={{ label: dayInWords(ends.from), score: from.adoptionScore }}
        to={{ label: dayInWords(ends.to), score: to.adoptionScore }}
        steps={(['usage', 'peers', 'entitlements', 'locations'] as const).map((cause) => ({
          key: cause,
          label: averageScoreCauseLabels[cause],
          points: parts[cause],
        }))}
      />
      {from.measuredLocations !== to.measuredLocations && (
        <Text size="sm" c="dimmed">
          Measured locations: {from.measuredLocations} of {from.locationCount} in the earlier week,{' '}
          {to.measuredLocations} of {to.locationCount} in the later week.
        </Text>
      )}
    </Stack>
  );
}

function Products({
  compared,
  flatBand,
}: {
  compared: readonly ComparedProduct[];
  flatBand: number;
}) {
  if (compared.length === 0)
    return <Text size="sm">No product was sold or used in either week.</Text>;
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        Products
      </Title>
      <Table.ScrollContainer minWidth={560}>
        <Table className={classes.products}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Product</Table.Th>
              <NumberColumnHeading>Score before</NumberColumnHeading>
              <NumberColumnHeading>
                Score after <MetricInfo metric="productScore" />
              </NumberColumnHeading>
              <NumberColumnHeading>Usage before</NumberColumnHeading>
              <NumberColumnHeading>
                Usage after <MetricInfo metric="usage" />
              </NumberColumnHeading>
              <NumberColumnHeading>Change</NumberColumnHeading>
              <NumberColumnHeading>Peers</NumberColumnHeading>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {compared.map(({ product, score, usage, expected, entitled }) => (
              <Table.Tr key={product}>
                <ProductRowHeading product={product}>
                  {entitled.from !== entitled.to && (
                    <Text span size="xs" c="dimmed">
                      {' '}
                      {entitled.to ? 'newly sold' : 'no longer sold'}
                    </Text>
                  )}
                </ProductRowHeading>
                <Table.Td ta="right">{wholePercentText(score.from)}</Table.Td>
                <Table.Td ta="right">{wholePercentText(score.to)}</Table.Td>
                <Table.Td ta="right">{usageText(product, usage.from)}</Table.Td>
                <Table.Td ta="right">{usageText(product, usage.to)}</Table.Td>
                <PercentChangeCell from={usage.from} to={usage.to} flatBand={flatBand} />
                <PercentChangeCell
                  from={expected.from}
                  to={expected.to}
                  flatBand={flatBand}
                  isPeers
                />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}
