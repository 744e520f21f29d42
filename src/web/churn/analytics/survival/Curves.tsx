import '@mantine/core/styles/Switch.css';
import { Group, NativeSelect, Switch, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lossReasonNames, unavoidable } from '#shared/churn/losses/reasons.ts';
import { holds } from '#shared/churn/losses/rules.ts';
import {
  atRiskMonths,
  getSurvival,
  type SurvivalGroup,
  type SurvivalGrouping,
  survivalGroupings,
} from '#shared/churn/survival/survival.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { counted, dayInWords, shareText } from '#shared/core/words.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { fewestAtRisk, fewestEvents } from '#shared/metrics/constants.ts';
import { endpointQuery } from '#web/core/api.ts';
import { useToday } from '#web/core/days.ts';
import { Part } from '#web/metrics/Part.tsx';
import { chanceText, lineLook, lineLooks } from '#web/ui/chart/lines.ts';
import { ShareChart } from '#web/ui/chart/ShareChart.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { useAddress } from '#web/ui/page/use-address.ts';
import { Waiting, WaitingPart } from '#web/ui/page/Waiting.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import { LossesLink } from '../causes/LossesLink.tsx';
import { lastMonth, monthCorners, monthTicks, shareAt } from './steps.ts';

const groupingNames: Record<SurvivalGrouping, string> = {
  all: 'All customers',
  sizeTier: 'Size',
  practiceType: 'Practice type',
  ehr: 'Records system',
  onboarding: 'Outcome of the onboarding',
  products: 'Products sold at the start',
};
/** Those that are a column of the losses. */
const isLossColumn = (by: SurvivalGrouping): boolean => by === 'sizeTier' || by === 'practiceType' || by === 'ehr';

const nameOf = ({ name }: SurvivalGroup): string => name ?? 'Not known';
const year = 12;

/** How long which customers stay. */
export function Curves() {
  const { parameters, change } = useAddress();
  const by = survivalGroupings.find((each) => each === parameters.get('by')) ?? 'all';
  const withClosed = parameters.has('closed');
  const survival = useQuery({
    ...endpointQuery(getSurvival, { query: { by, closed: withClosed } }),
    placeholderData: keepPreviousData,
  });
  if (survival.data === undefined)
    return survival.error === null ? (
      <Waiting label="Loading the curves">
        <WaitingPart height={480} />
      </Waiting>
    ) : (
      <ErrorState title="The curves could not be loaded" error={survival.error} onRetry={() => void survival.refetch()} />
    );
  return (
    <div data-guide="survival-curves" aria-busy={survival.isPlaceholderData}>
      <Part title="How long customers stay" metric="survivalCurve">
        <Group gap="md" mb="sm" align="end">
          <NativeSelect
            size="xs"
            label="Curves by"
            value={by}
            data={survivalGroupings.map((value) => ({ value, label: groupingNames[value] }))}
            onChange={({ currentTarget: { value } }) => change({ by: value === 'all' ? null : value })}
          />
          <Switch
            size="xs"
            mb={6}
            label="Sold or closed practices count as gone"
            checked={withClosed}
            onChange={({ currentTarget: { checked } }) => change({ closed: checked ? '1' : null })}
          />
        </Group>
        {survival.data.groups.length === 0 ? (
          <Text c="dimmed">No customer with a go-live is known yet.</Text>
        ) : (
          <Figures answer={survival.data} by={by} withClosed={withClosed} />
        )}
      </Part>
    </div>
  );
}

interface Properties {
  answer: ResponseOf<typeof getSurvival>;
  by: SurvivalGrouping;
  withClosed: boolean;
}

function Figures({ answer: { groups, p, knownSince, withoutGoLive }, by, withClosed }: Properties) {
  const drawn = groups
    .flatMap((group) => (group.curve === null ? [] : [{ name: nameOf(group), curve: group.curve }]))
    .slice(0, lineLooks.length);
  const inWords = drawn.map(({ name, curve }) => {
    const share = shareAt(curve.steps, curve.span, year, 1);
    return `${name} ${share === undefined ? 'not known' : shareText(share)}`;
  });
  return (
    <>
      <Text size="sm" mb="sm">
        {by === 'onboarding' && 'Customers are watched from day 60 on, when the outcome is known. '}
        {withClosed
          ? 'Practices that were sold or closed count as gone.'
          : 'Practices that were sold or closed are counted until that day; nobody could have kept them.'}{' '}
        {knownSince !== null &&
          `Losses are known since ${dayInWords(knownSince)}; customers that went live earlier are counted from that day on.`}
        {withoutGoLive > 0 &&
          ` ${counted(withoutGoLive, 'customer')} without a known go-live ${withoutGoLive === 1 ? 'is' : 'are'} left out.`}
      </Text>
      {drawn.length === 0 ? (
        <Text c="dimmed" mb="sm">
          No curve can be drawn: in no group have {fewestEvents} customers left, with {fewestAtRisk} or more watched at one time.
        </Text>
      ) : (
        <ShareChart
          label={`Share of customers still there by months since go-live; after ${year} months: ${inWords.join(', ')}`}
          lines={drawn.map(({ name, curve }, at) => ({ name, ...lineLook(at), points: monthCorners(curve.steps, curve.span, 100) }))}
          until={lastMonth}
          timeTicks={monthTicks}
          axis="Months since go-live"
        />
      )}
      {p !== null && (
        <Text size="sm" mb="sm">
          {p < 0.05 ? 'The curves differ by more than chance' : 'No difference between the curves is shown'} ({chanceText(p)}, log-rank test
          {groups.some(({ name }) => name === null) && ', without those not known'}). A curve says how things went, not why.
        </Text>
      )}
      <GroupTable groups={groups} by={by} withClosed={withClosed} />
      <Text size="xs" c="dimmed" mt="xs">
        Bands are 95% intervals. A curve is drawn from {fewestEvents} customers that left on, and while {fewestAtRisk} or more are watched.
        {groups.filter(({ curve }) => curve !== null).length > drawn.length && ` The ${drawn.length} largest groups are drawn.`}
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
      : [group.name === null ? ({ column: by, kind: 'empty' } as const) : ({ column: by, kind: 'one-of', values: [group.name] } as const)]),
    ...(withClosed
      ? []
      : [{ column: 'mainReason', kind: 'one-of', values: lossReasonNames.filter((reason) => reason !== unavoidable) } as const]),
    { column: 'effectiveOn', kind: 'dates', from: null, to: today },
    holds,
  ];
  return (
    <WideTable label="Customers and those that left, by group" minWidth={900}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{groupingNames[by]}</Table.Th>
          <Table.Th scope="col" ta="right">
            Customers
          </Table.Th>
          <Table.Th scope="col" ta="right">
            Left
          </Table.Th>
          <Table.Th scope="col">Half have left after</Table.Th>
          {atRiskMonths.map((month) => (
            <Table.Th key={month} scope="col" ta="right" style={{ whiteSpace: 'nowrap' }}>
              {month === 0 ? 'At risk at 0' : month}
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
            <Table.Td ta="right">{group.customers.toLocaleString('en-US')}</Table.Td>
            <Table.Td ta="right">
              {group.left > 0 && (by === 'all' || isLossColumn(by)) ? (
                <LossesLink of={`left: ${nameOf(group)}`} filters={filtersOf(group)}>
                  {group.left.toLocaleString('en-US')}
                </LossesLink>
              ) : (
                group.left.toLocaleString('en-US')
              )}
            </Table.Td>
            <Table.Td>{stayText(group)}</Table.Td>
            {group.atRisk.map((count, at) => (
              <Table.Td key={atRiskMonths[at]} ta="right" {...(count < fewestAtRisk ? { c: 'dimmed' } : {})}>
                {count.toLocaleString('en-US')}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

const inMonths = (value: number | null): string => (value === null ? 'not reached' : String(Math.round(value)));

/** The median with its limits; where it is not reached, the mean of the first 36 months; or why there is no curve. */
function stayText({ curve, left }: SurvivalGroup): string {
  if (curve === null)
    return left < fewestEvents
      ? `No curve: ${left} of ${fewestEvents} needed have left`
      : `No curve: fewer than ${fewestAtRisk} watched at one time`;
  if (curve.median !== null) {
    const { at, low, high } = curve.median;
    return `${Math.round(at)} months (${inMonths(low)} to ${inMonths(high)})`;
  }
  return curve.meanMonths === null ? 'Not reached' : `Not reached; ${curve.meanMonths.toFixed(1)} of the first 36 months on average`;
}
