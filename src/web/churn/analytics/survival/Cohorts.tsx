import '@mantine/core/styles/Switch.css';
import { Switch, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { cohortMonths, getSurvivalCohorts, type SurvivalCohort } from '#shared/churn/survival/survival.ts';
import { smallestGroup } from '#shared/core/numbers/group-size.ts';
import { shareText } from '#shared/core/words.ts';
import { endpointQuery } from '#web/core/api.ts';
import { Part } from '#web/metrics/Part.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { useAddress } from '#web/ui/page/use-address.ts';
import { Waiting, WaitingPart } from '#web/ui/page/Waiting.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';

const cohortsQuery = endpointQuery(getSurvivalCohorts);

/** Quarters of go-live against months of tenure. */
export function Cohorts() {
  const cohorts = useQuery(cohortsQuery);
  const { parameters, change } = useAddress();
  const ofRevenue = parameters.has('revenue');
  if (cohorts.data === undefined)
    return cohorts.error === null ? (
      <Waiting label="Loading the quarters of go-live">
        <WaitingPart height={300} />
      </Waiting>
    ) : (
      <ErrorState title="The quarters of go-live could not be loaded" error={cohorts.error} onRetry={() => void cohorts.refetch()} />
    );
  return (
    <div data-guide="survival-cohorts">
      <Part title="Quarters of go-live" metric="goLiveCohort">
        <Switch
          size="xs"
          mb="sm"
          label="Revenue instead of customers"
          checked={ofRevenue}
          onChange={({ currentTarget: { checked } }) => change({ revenue: checked ? '1' : null })}
        />
        {cohorts.data.rows.length === 0 ? (
          <Text c="dimmed">No customer has gone live since losses are known.</Text>
        ) : (
          <Grid rows={cohorts.data.rows} ofRevenue={ofRevenue} />
        )}
        <Text size="xs" c="dimmed" mt="xs">
          {ofRevenue
            ? 'What they pay a month as a share of what they paid on their go-live; over 100% where those that stay pay more.'
            : 'The share of customers still there. Practices that were sold or closed count as gone.'}{' '}
          Blank: not all of the quarter has come so far. Quarters from before losses were known are left out. Under {smallestGroup}{' '}
          customers there is no share.
        </Text>
      </Part>
    </div>
  );
}

function Grid({ rows, ofRevenue }: { rows: readonly SurvivalCohort[]; ofRevenue: boolean }) {
  return (
    <WideTable label="Quarters of go-live" minWidth={680}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Went live</Table.Th>
          <Table.Th scope="col" ta="right">
            Customers
          </Table.Th>
          {cohortMonths.map((month) => (
            <Table.Th key={month} scope="col" ta="right">
              Month {month}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ quarter, customers, cells }) => (
          <Table.Tr key={quarter}>
            <Table.Th scope="row" fw={400}>
              {quarter}
            </Table.Th>
            <Table.Td ta="right">{customers.toLocaleString('en-US')}</Table.Td>
            {cells.map((cell, at) => (
              <Cell key={cohortMonths[at]} cell={cell} ofRevenue={ofRevenue} />
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function Cell({ cell, ofRevenue }: { cell: SurvivalCohort['cells'][number]; ofRevenue: boolean }) {
  if (cell === null) return <Table.Td />;
  const figures = ofRevenue ? cell.revenue : cell.customers;
  if (figures === null || figures.customers < smallestGroup)
    return (
      <Table.Td ta="right" c="dimmed">
        Few
      </Table.Td>
    );
  const ground = `color-mix(in srgb, var(--accent) ${Math.round(Math.min(1, figures.share) * 26)}%, transparent)`;
  return (
    <Table.Td ta="right" style={{ background: ground, whiteSpace: 'nowrap' }}>
      {shareText(figures.share, 1)}
      <Text span size="xs">
        {' '}
        n = {figures.customers.toLocaleString('en-US')}
      </Text>
    </Table.Td>
  );
}
