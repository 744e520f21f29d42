import '@mantine/core/styles/Switch.css';
import { Group, NativeSelect, Switch, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lossReasonKeys, unavoidableReason } from '#shared/churn/losses/reasons.ts';
import { activeLossesFilter } from '#shared/churn/losses/rules.ts';
import {
  getSurvivalCurves,
  observedCountMonths,
  type SurvivalGroup,
  type SurvivalGroupingKey,
  survivalGroupingKeys,
} from '#shared/churn/survival/survival.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import {
  minimumCustomersPerCurvePoint,
  minimumSurvivalCurveDepartures,
} from '#shared/core/numbers/smallest-samples.ts';
import { countText, dayInWords, numberText, shareText } from '#shared/core/words.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { endpointQuery } from '#web/core/api.ts';
import { useToday } from '#web/core/days.ts';
import { MetricSectionCard } from '#web/metrics/MetricSectionCard.tsx';
import { lineStyleAt, lineStyles, pValueText } from '#web/ui/chart/lines.ts';
import { ShareChart } from '#web/ui/chart/ShareChart.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { WideTable } from '#web/ui/WideTable.tsx';
import { LossesLink } from '../causes/LossesLink.tsx';
import {
  computeSurvivalCurveCorners,
  lastTenureMonth,
  shareAtMonth,
  tenureMonthTicks,
} from './steps.ts';

const groupingNames: Record<SurvivalGroupingKey, string> = {
  all: 'All customers',
  sizeTier: 'Size',
  practiceType: 'Practice type',
  ehr: 'EHR',
  onboarding: 'Onboarding outcome',
  products: 'Products sold at go-live',
};
/** Returns `true` when the loss list has a column for the grouping. */
const isLossColumn = (by: SurvivalGroupingKey): boolean =>
  by === 'sizeTier' || by === 'practiceType' || by === 'ehr';

const nameOf = ({ name }: SurvivalGroup): string => name ?? 'Unknown';
const year = 12;

export function SurvivalCurves() {
  const { parameters, change } = useUrlParameters();
  const by = survivalGroupingKeys.find((each) => each === parameters.get('by')) ?? 'all';
  const withClosed = parameters.has('closed');
  const survival = useQuery({
    ...endpointQuery(getSurvivalCurves, { query: { by, closed: withClosed } }),
    placeholderData: keepPreviousData,
  });
  if (survival.data === undefined)
    return survival.error === null ? (
      <LoadingSkeleton label="Loading curves">
        <SkeletonBlock height={480} />
      </LoadingSkeleton>
    ) : (
      <ErrorState
        title="Couldn’t load curves"
        error={survival.error}
        onRetry={() => void survival.refetch()}
      />
    );
  return (
    <div data-guide="survival-curves" aria-busy={survival.isPlaceholderData}>
      <MetricSectionCard title="How long customers stay" metric="survivalCurve">
        <Group gap="md" mb="sm" align="end">
          <NativeSelect
            size="xs"
            label="Curves by"
            value={by}
            data={survivalGroupingKeys.map((value) => ({ value, label: groupingNames[value] }))}
            onChange={({ currentTarget: { value } }) =>
              change({ by: value === 'all' ? null : value })
            }
          />
          <Switch
            size="xs"
            mb={6}
            label="Count sold or closed practices as lost"
            checked={withClosed}
            onChange={({ currentTarget: { checked } }) => change({ closed: checked ? '1' : null })}
          />
        </Group>
        {survival.data.groups.length === 0 ? (
          <Text c="dimmed">No customers have a known go-live date yet.</Text>
        ) : (
          <Figures answer={survival.data} by={by} withClosed={withClosed} />
        )}
      </MetricSectionCard>
    </div>
  );
}

interface Properties {
  answer: ResponseOf<typeof getSurvivalCurves>;
  by: SurvivalGroupingKey;
  withClosed: boolean;
}

function Figures({ answer: { groups, p, knownSince, withoutGoLive }, by, withClosed }: Properties) {
  const drawn = groups
    .flatMap((group) => (group.curve === null ? [] : [{ name: nameOf(group), curve: group.curve }]))
    .slice(0, lineStyles.length);
  const inWords = drawn.map(({ name, curve }) => {
    const share = shareAtMonth(curve.steps, curve.span, year, 1);
    return `${name} ${share === undefined ? 'unknown' : shareText(share)}`;
  });
  return (
    <>
      <Text size="sm" mb="sm">
        {by === 'onboarding' &&
          'Customers are observed from day 60, when the onboarding outcome is known. '}
        {withClosed
          ? 'Sold or closed practices count as lost.'
          : 'Sold or closed practices are observed until they leave and do not count as lost.'}{' '}
        {knownSince !== null &&
          `Loss records start on ${dayInWords(knownSince)}. Customers that went live earlier are observed from that day.`}
        {withoutGoLive > 0 &&
          ` ${countText(withoutGoLive, 'customer')} without a go-live date ${withoutGoLive === 1 ? 'is' : 'are'} excluded.`}
      </Text>
      {drawn.length === 0 ? (
        <Text c="dimmed" mb="sm">
          Not enough data for a curve: a group needs {minimumSurvivalCurveDepartures} losses and at
          least {minimumCustomersPerCurvePoint} customers observed at one time.
        </Text>
      ) : (
        <ShareChart
          label={`Share of customers still active by months since go-live; after ${year} months: ${inWords.join(', ')}`}
          lines={drawn.map(({ name, curve }, at) => ({
            name,
            ...lineStyleAt(at),
            points: computeSurvivalCurveCorners(curve.steps, curve.span, 100),
          }))}
          until={lastTenureMonth}
          timeTicks={tenureMonthTicks}
          axis="Months since go-live"
        />
      )}
      {p !== null && (
        <Text size="sm" mb="sm">
          {p < 0.05 ? 'The curves differ significantly' : 'The curves do not differ significantly'}{' '}
          ({pValueText(p)}, log-rank test
          {groups.some(({ name }) => name === null) && ', excluding unknown'}). The curves show an
          association, not a cause.
        </Text>
      )}
      <GroupTable groups={groups} by={by} withClosed={withClosed} />
      <Text size="xs" c="dimmed" mt="xs">
        Bands are 95% intervals. A curve needs at least {minimumSurvivalCurveDepartures} losses, and
        ends when fewer than {minimumCustomersPerCurvePoint} customers are observed.
        {groups.filter(({ curve }) => curve !== null).length > drawn.length &&
          ` Only the ${drawn.length} largest groups are shown.`}
      </Text>
    </>
  );
}

interface TableProperties extends Omit<Properties, 'answer'> {
  groups: readonly SurvivalGroup[];
}

function GroupTable({ groups, by, withClosed }: TableProperties) {
  const today = useToday();
  const filtersOf = (group: SurvivalGroup): ListFilter[] => [
    ...(by === 'all'
      ? []
      : [
          group.name === null
            ? ({ column: by, kind: 'empty' } as const)
            : ({ column: by, kind: 'one-of', values: [group.name] } as const),
        ]),
    ...(withClosed
      ? []
      : [
          {
            column: 'mainReason',
            kind: 'one-of',
            values: lossReasonKeys.filter((reason) => reason !== unavoidableReason),
          } as const,
        ]),
    { column: 'effectiveOn', kind: 'dates', from: null, to: today },
    activeLossesFilter,
  ];
  return (
    <WideTable label="Customers and losses by group" minWidth={900}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{groupingNames[by]}</Table.Th>
          <Table.Th scope="col" ta="right">
            Customers
          </Table.Th>
          <Table.Th scope="col" ta="right">
            Left
          </Table.Th>
          <Table.Th scope="col">Median time to churn</Table.Th>
          {observedCountMonths.map((month) => (
            <Table.Th key={month} scope="col" ta="right" style={{ whiteSpace: 'nowrap' }}>
              {month === 0 ? 'Observed at go-live' : month}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.map((group) => (
          <Table.Tr key={nameOf(group)}>
            <Table.Th scope="row" fw={400}>
              {nameOf(group)}
            </Table.Th>
            <Table.Td ta="right">{numberText(group.customers)}</Table.Td>
            <Table.Td ta="right">
              {group.left > 0 && (by === 'all' || isLossColumn(by)) ? (
                <LossesLink of={`left: ${nameOf(group)}`} filters={filtersOf(group)}>
                  {numberText(group.left)}
                </LossesLink>
              ) : (
                numberText(group.left)
              )}
            </Table.Td>
            <Table.Td>{stayText(group)}</Table.Td>
            {group.atRisk.map((count, at) => (
              <Table.Td
                key={observedCountMonths[at]}
                ta="right"
                {...(count < minimumCustomersPerCurvePoint ? { c: 'dimmed' } : {})}
              >
                {numberText(count)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

const inMonths = (value: number | null): string =>
  value === null ? 'not reached' : String(Math.round(value));

/**
 * Formats the median time to churn with its limits. Without a median, formats the restricted mean
 * of the first 36 months. Without a curve, returns the reason.
 */
function stayText({ curve, left }: SurvivalGroup): string {
  if (curve === null)
    return left < minimumSurvivalCurveDepartures
      ? `No curve: ${left} of ${minimumSurvivalCurveDepartures} required losses`
      : `No curve: fewer than ${minimumCustomersPerCurvePoint} observed at one time`;
  if (curve.median !== null) {
    const { at, low, high } = curve.median;
    return `${Math.round(at)} months (${inMonths(low)} to ${inMonths(high)})`;
  }
  return curve.meanMonths === null
    ? 'Median not reached yet'
    : `Median not reached yet; mean within the first 36 months: ${curve.meanMonths.toFixed(1)} months`;
}
