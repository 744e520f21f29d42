import { Alert, Button, Group, List, Paper, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { countText, nearDayInWords, numberText } from '#shared/core/words.ts';
import { type PlaybookFields, postPlaybookTrial } from '#shared/playbooks/playbooks.ts';
import { call } from '#web/core/api.ts';
import { useToday } from '#web/core/days.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import { PathTrial } from './flow/PathTrial.tsx';

type Tried = ResponseOf<typeof postPlaybookTrial>;
const shownCustomers = 12;

/** Dry run of a playbook over the last 91 days, and of its steps for one customer. */
export function PlaybookTrialResult({ of }: { of: PlaybookFields }) {
  const { ruleId, conditions, againDays } = of;
  const content = { ruleId, conditions, againDays: Number.isNaN(againDays) ? 0 : againDays };
  const trial = useMutation({
    mutationFn: (body: typeof content) => call(postPlaybookTrial, { body }),
  });
  // The result is hidden once the conditions have changed.
  const isOfThis = JSON.stringify(trial.variables) === JSON.stringify(content);
  return (
    <Paper p="sm" bg="var(--surface)" component="section" aria-label="Dry run">
      <Group justify="space-between">
        <Text fw={600}>
          Dry run over the last 13 weeks <MetricInfo metric="playbookTrial" />
        </Text>
        <Button
          variant="default"
          size="xs"
          loading={trial.isPending}
          onClick={() => trial.mutate(content)}
        >
          {isOfThis && trial.isSuccess ? 'Run again' : 'Run'}
        </Button>
      </Group>
      <div aria-live="polite">
        {trial.error !== null && isOfThis && (
          <ErrorState
            title="The dry run failed"
            error={trial.error}
            onRetry={() => trial.mutate(content)}
          />
        )}
        {trial.data !== undefined && isOfThis && (
          <Found tried={trial.data} hasRule={ruleId !== null} />
        )}
        {!isOfThis && (
          <Text size="sm" c="dimmed">
            Shows for which customers the playbook would have started, and how often. The dry run
            starts nothing.
          </Text>
        )}
      </div>
      <PathTrial of={of} />
    </Paper>
  );
}

function Found({
  tried: { runs, started, all, isBroad, weeks, customers, withoutPast, problems },
  hasRule,
}: {
  tried: Tried;
  hasRule: boolean;
}) {
  const today = useToday();
  const most = Math.max(1, ...weeks.map((week) => week.runs));
  return (
    <>
      {problems.length > 0 && (
        <Alert color="red" my="xs" title="Conditions that no longer work">
          <List size="sm">
            {problems.map((problem) => (
              <List.Item key={problem}>{problem}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {isBroad && (
        <Alert color="yellow" my="xs" title="This playbook is broad">
          {hasRule ? 'The playbook would have started for' : 'The playbook’s conditions matched'}{' '}
          {countText(started, 'customer')} of {numberText(all)}. Add conditions before you turn it
          on.
        </Alert>
      )}
      <Text size="sm" my="xs">
        {runs === 0 && weeks.length === 0
          ? 'There are no official weeks to evaluate yet.'
          : hasRule
            ? `The playbook would have started ${countText(runs, 'time')}, for ${countText(started, 'customer')}.`
            : `${countText(started, 'customer')} newly matched the conditions, ${countText(runs, 'time')} in total.`}
        {withoutPast.length > 0 &&
          ` Past values of ${withoutPast.join(', ')} are not stored, so today’s values were used.`}
      </Text>
      {runs > 0 && (
        <Group align="flex-start" gap="lg" grow preventGrowOverflow={false}>
          <WideTable label="Runs by week" minWidth={220}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Week of</Table.Th>
                <Table.Th ta="right">Runs</Table.Th>
                <Table.Th w="40%" aria-hidden />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {weeks.map((week) => (
                <Table.Tr key={week.weekStart}>
                  <Table.Td>{nearDayInWords(week.weekStart, today)}</Table.Td>
                  <Table.Td ta="right">{numberText(week.runs)}</Table.Td>
                  <Table.Td aria-hidden>
                    <div
                      style={{
                        height: 8,
                        borderRadius: 2,
                        width: `${(100 * week.runs) / most}%`,
                        background: 'var(--mantine-primary-color-filled)',
                      }}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </WideTable>
          <div>
            <Text size="sm" fw={500}>
              Customers with the most runs
            </Text>
            <List size="sm">
              {customers.slice(0, shownCustomers).map((customer) => (
                <List.Item key={customer.institutionId}>
                  {customer.institutionName}: {countText(customer.times, 'time')}, last in the week
                  of {nearDayInWords(customer.lastWeek, today)}
                </List.Item>
              ))}
            </List>
            {started > shownCustomers && (
              <Text size="sm" c="dimmed">
                and {countText(started - shownCustomers, 'more customer')}
              </Text>
            )}
          </div>
        </Group>
      )}
    </>
  );
}
