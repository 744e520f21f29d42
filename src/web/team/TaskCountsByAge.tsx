import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { countText, numberText } from '#shared/core/words.ts';
import type { getTeam } from '#shared/team/team.ts';
import { teamTasksPath } from './paths.ts';
import classes from './team.module.css';

/** Number of the team's open tasks by age. Each number links to its tasks. */
export function TaskCountsByAge({ ages }: { ages: ResponseOf<typeof getTeam>['taskAges'] }) {
  const most = Math.max(...ages.map(({ tasks }) => tasks));
  if (most === 0) return <Text size="sm">No open tasks.</Text>;
  return (
    <Table aria-label="Open tasks by age" verticalSpacing={4} maw={560}>
      <Table.Tbody>
        {ages.map(({ age, tasks }) => (
          <Table.Tr key={age}>
            <Table.Th scope="row" fw={400}>
              {age}
            </Table.Th>
            <Table.Td w="40%">
              <div className={classes.track} aria-hidden>
                <div
                  className={classes.bar}
                  style={{ width: `${(100 * tasks) / most}%`, background: 'var(--accent)' }}
                />
              </div>
            </Table.Td>
            <Table.Td ta="right" w={70}>
              <Anchor
                component={Link}
                to={teamTasksPath({ age })}
                inherit
                aria-label={`${countText(tasks, 'task')}, ${age}`}
              >
                {numberText(tasks)}
              </Anchor>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
