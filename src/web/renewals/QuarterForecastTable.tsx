import { Group, Paper, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { countText, dayInWords, dollarsText, numberText } from '#shared/core/words.ts';
import { signedText } from '#shared/list/column.ts';
import type { ListState } from '#shared/list/state.ts';
import type { QuarterChange, QuarterForecast } from '#shared/renewals/quarter-forecasts.ts';
import { renewalWeekChanges } from '#shared/renewals/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';
import { narrowFilters } from './narrowed-filters.ts';

interface Properties {
  quarters: readonly QuarterForecast[];
  /** Number of renewals of each quarter without the filters on their columns. */
  totals: ReadonlyMap<string, number>;
  /** State of the list whose filters the forecast follows. */
  state: ListState;
  /** Day of the snapshot with which the forecast is compared; `null` without a snapshot. */
  comparedWith: string | null;
  nextSnapshotOn: string;
}

const amounts = [
  { name: 'Due', of: ({ due }: QuarterForecast) => due },
  { name: 'Commit', of: ({ commit }: QuarterForecast) => commit },
  { name: 'Most likely', of: ({ mostLikely }: QuarterForecast) => mostLikely },
  { name: 'Best case', of: ({ bestCase }: QuarterForecast) => bestCase },
  { name: 'Expected', of: ({ expected }: QuarterForecast) => expected },
];

const signedDollars = (dollars: number): string => signedText(dollars, '', 0, '$');

/** Forecast of the filtered renewals by quarter, with its change since the last weekly snapshot. */
export function QuarterForecastTable({
  quarters,
  totals,
  state,
  comparedWith,
  nextSnapshotOn,
}: Properties) {
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const rowOf = (forecast: QuarterForecast): RowProperties => ({
    forecast,
    total: totals.get(forecast.quarter) ?? forecast.renewals,
    state,
    comparedWith,
  });
  return (
    <div data-guide="renewal-quarters">
      <Group gap={2}>
        <Text fw={600}>Quarter forecast (dollars per year)</Text>
        <MetricInfo metric="renewalQuarter" />
      </Group>
      {comparedWith === null && (
        <Text size="sm" c="dimmed">
          No comparison yet: the first weekly snapshot is made on {dayInWords(nextSnapshotOn)}.
        </Text>
      )}
      {isPhone ? (
        <Stack gap="sm" mt="xs">
          {quarters.map((each) => (
            <QuarterCard key={each.quarter} {...rowOf(each)} />
          ))}
        </Stack>
      ) : (
        <Table.ScrollContainer minWidth={820}>
          <Table aria-label="Quarter forecast" verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Quarter</Table.Th>
                <Table.Th ta="right">Renewals</Table.Th>
                {amounts.map(({ name }) => (
                  <Table.Th key={name} ta="right">
                    {name}
                  </Table.Th>
                ))}
                {comparedWith !== null && (
                  <Table.Th>Change in expected since {dayInWords(comparedWith)}</Table.Th>
                )}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {quarters.map((each) => (
                <QuarterRow key={each.quarter} {...rowOf(each)} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </div>
  );
}

interface RowProperties {
  forecast: QuarterForecast;
  total: number;
  state: ListState;
  comparedWith: string | null;
}

const ofQuarter = (quarter: string) =>
  ({ column: 'quarter', kind: 'one-of', values: [quarter] }) as const;

/** Name of a quarter, linked to all of its renewals. Says how many of them the filters show. */
function QuarterName({ forecast: { quarter, renewals }, total, state }: RowProperties) {
  const whole = narrowFilters(state, ofQuarter(quarter)).filter(({ column }) => column !== 'dueOn');
  return (
    <>
      <RowsLink filters={whole} search={state.search} title={`Show all of ${quarter}`}>
        {quarter}
      </RowsLink>
      {renewals < total && (
        <Text size="xs" c="dimmed">
          {numberText(renewals)} of {numberText(total)} renewals
        </Text>
      )}
    </>
  );
}

function QuarterCount({ forecast: { quarter, renewals }, state }: RowProperties) {
  return (
    <RowsLink filters={narrowFilters(state, ofQuarter(quarter))} search={state.search} of={quarter}>
      {numberText(renewals)}
    </RowsLink>
  );
}

/** Quarter on a phone, where the table would hide most of its columns. */
function QuarterCard(row: RowProperties) {
  const { forecast, state, comparedWith } = row;
  return (
    <Paper p="sm" bg="var(--surface)">
      <QuarterName {...row} />
      <Table
        aria-label={`Forecast of ${forecast.quarter}`}
        withRowBorders={false}
        horizontalSpacing={0}
        verticalSpacing={4}
        mt={4}
      >
        <Table.Tbody>
          <Table.Tr>
            <Table.Th fw={400}>Renewals</Table.Th>
            <Table.Td ta="right">
              <QuarterCount {...row} />
            </Table.Td>
          </Table.Tr>
          {amounts.map(({ name, of }) => (
            <Table.Tr key={name}>
              <Table.Th fw={400}>{name}</Table.Th>
              <Table.Td ta="right">{dollarsText(of(forecast))}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {comparedWith !== null && (
        <>
          <Text size="xs" c="dimmed">
            Change in expected since {dayInWords(comparedWith)}
          </Text>
          <Changes forecast={forecast} state={state} />
        </>
      )}
    </Paper>
  );
}

function QuarterRow(row: RowProperties) {
  const { forecast, state, comparedWith } = row;
  return (
    <Table.Tr>
      <Table.Td style={{ verticalAlign: 'top' }}>
        <QuarterName {...row} />
      </Table.Td>
      <Table.Td ta="right" style={{ verticalAlign: 'top' }}>
        <QuarterCount {...row} />
      </Table.Td>
      {amounts.map(({ name, of }) => (
        <Table.Td key={name} ta="right" style={{ verticalAlign: 'top' }}>
          {dollarsText(of(forecast))}
        </Table.Td>
      ))}
      {comparedWith !== null && (
        <Table.Td>
          <Changes forecast={forecast} state={state} />
        </Table.Td>
      )}
    </Table.Tr>
  );
}

function Changes({
  forecast: { quarter, changes },
  state,
}: Pick<RowProperties, 'forecast' | 'state'>) {
  const sum = changes.reduce((total, { dollars }) => total + dollars, 0);
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600}>
        {signedDollars(sum)}
      </Text>
      {changes.map((change) => (
        <Text key={change.reason} size="xs">
          <ChangeRows quarter={quarter} change={change} state={state} />:{' '}
          {signedDollars(change.dollars)}
        </Text>
      ))}
    </Stack>
  );
}

const reasonWords: Partial<Record<QuarterChange['reason'], string>> = {
  Slipped: 'slipped to a later quarter',
  'Pulled in': 'pulled in to an earlier quarter',
  'Moved in': 'moved in from another quarter',
};

/** Number of renewals with a change, linked to their rows when these are in the list. */
function ChangeRows({
  quarter,
  change: { reason, renewals },
  state,
}: {
  quarter: string;
  change: QuarterChange;
  state: ListState;
}) {
  const text = `${numberText(renewals)} ${reasonWords[reason] ?? reason.toLowerCase()}`;
  const isOut = reason === 'Slipped' || reason === 'Pulled in';
  const kinds = renewalWeekChanges.filter((each) =>
    reason === 'Moved in' ? each === 'Slipped' || each === 'Pulled in' : each === reason,
  );
  if (kinds.length === 0) return text;
  const filters = narrowFilters(
    state,
    { column: isOut ? 'quarterBefore' : 'quarter', kind: 'one-of', values: [quarter] },
    { column: 'weekChange', kind: 'one-of', values: kinds },
  );
  return (
    <RowsLink
      filters={isOut ? filters.filter(({ column }) => column !== 'dueOn') : filters}
      search={state.search}
      inherit
      title={countText(renewals, 'renewal')}
    >
      {text}
    </RowsLink>
  );
}
