import { Anchor, Group, List, Stack, Table, Text } from '@mantine/core';
import type { AlertTrial } from '#shared/alerts/alerts.ts';
import { countText, dayInWords, numberText } from '#shared/core/words.ts';
import { parseList } from '#shared/list/address.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { CustomersLink } from '#web/portfolio/CustomersLink.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import classes from './alerts.module.css';

/**
 * Result of testing an alert rule. Shows how many customers match the rule now, and for how many
 * customers the rule would have fired in past weeks.
 */
export function TrialResult({ trial, conditions }: { trial: AlertTrial; conditions: string }) {
  const openInstitution = useInstitutionModal();
  const { filters, search } = parseList(new URLSearchParams(conditions), institutionColumns).state;
  const { weeks, matching, customers, firedFor, often, people, withoutPast, problems } = trial;
  const calls = weeks.reduce((sum, week) => sum + week.calls, 0);
  const most = Math.max(1, ...weeks.map((week) => week.calls));
  return (
    <Stack gap="xs" role="status" data-guide="alert-trial">
      {problems.map((problem) => (
        <Text key={problem} size="sm" c="red">
          {problem}
        </Text>
      ))}
      <Text size="sm">
        <CustomersLink filters={filters} search={search} isWord>
          {countText(matching, 'customer')}
        </CustomersLink>{' '}
        of {numberText(customers)} match the rule now.{' '}
        {weeks.length === 0
          ? 'A test needs at least two official weeks.'
          : `In ${countText(weeks.length, 'past week')}, the rule would have opened ${countText(calls, 'action item')} for ${countText(firedFor, 'customer')}.`}
      </Text>
      {withoutPast.length > 0 && (
        <Text size="sm" c="dimmed">
          Past values are not stored for {withoutPast.join(', ')}, so the test uses today’s values.
        </Text>
      )}
      {weeks.length > 0 && (
        <WideTable label="Action items by week" minWidth={300}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Week ending</Table.Th>
              <Table.Th ta="end">Matched</Table.Th>
              <Table.Th>New action items</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {weeks.map((week) => (
              <Table.Tr key={week.weekEnd}>
                <Table.Td>{dayInWords(week.weekEnd)}</Table.Td>
                <Table.Td ta="end">{numberText(week.matching)}</Table.Td>
                <Table.Td>
                  {week.isSilent ? (
                    'Did not fire: seasonal drop'
                  ) : (
                    <Group gap={6} wrap="nowrap">
                      <span
                        className={classes.bar}
                        style={{ width: `${Math.round((120 * week.calls) / most)}px` }}
                        aria-hidden
                      />
                      {numberText(week.calls)}
                    </Group>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      )}
      {people.length > 0 && (
        <Group align="flex-start" gap="xl">
          <div>
            <Text size="sm" fw={600}>
              Assignees
            </Text>
            <List size="sm">
              {people.map((person) => (
                <List.Item key={person.name}>
                  {person.name}: {countText(person.calls, 'action item')}, at most{' '}
                  {person.mostInAWeek} in a week
                </List.Item>
              ))}
            </List>
          </div>
          <div>
            <Text size="sm" fw={600}>
              Customers with the most action items
            </Text>
            <List size="sm">
              {often.map((each) => (
                <List.Item key={each.institutionId}>
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    td="underline"
                    onClick={() => openInstitution(each.institutionId, often)}
                  >
                    {each.institutionName}
                  </Anchor>{' '}
                  {each.times}×
                </List.Item>
              ))}
            </List>
          </div>
        </Group>
      )}
    </Stack>
  );
}
