import { Anchor, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { teamTaskColumns, untouchedColumns } from '#shared/team/columns.ts';
import { exportTeamTasks, exportUntouched, type UntouchedCustomer } from '#shared/team/rows.ts';
import { CustomerList } from '#web/institutions/CustomerList.tsx';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { List } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { TierMark } from '#web/ui/tier/TierMark.tsx';
import { teamTasksQuery, untouchedQuery } from './data.ts';

const initialTasks = {
  columns: [
    'title',
    'institutionName',
    'personName',
    'age',
    'overdueDays',
    'openDays',
    'isSnoozed',
  ],
  sort: [{ column: 'overdueDays', descending: true }],
};
const initialUntouched = {
  columns: [
    'institutionName',
    'ownerName',
    'healthTier',
    'adoptionScore',
    'lastTouchOn',
    'untouchedDays',
    'openTasks',
  ],
  sort: [{ column: 'untouchedDays', descending: true }],
};
const cells = { healthTier: ({ healthTier }: UntouchedCustomer) => <TierMark tier={healthTier} /> };

/** List of the team's open tasks. Numbers on the team overview link to it with filters. */
export function TeamTaskList() {
  const source = useQuery(teamTasksQuery);
  const open = useInstitutionModal();
  const list = useList({
    name: 'team-tasks',
    columns: teamTaskColumns,
    rows: source.data?.rows,
    initial: initialTasks,
  });
  return (
    <Behind title="Open tasks">
      <List
        list={list}
        source={source}
        label="Open tasks"
        noun={{ one: 'task', many: 'tasks' }}
        rowId={({ institutionId, taskId }) => `${institutionId} ${taskId}`}
        onOpen={({ institutionId }) => open(institutionId, list.matching)}
        overviewOf={({ institutionId }) => paths.institutionOverview(institutionId)}
        askAbout={{ list: 'team-tasks' }}
        exportPath={exportTeamTasks.path}
        whenEmpty="No open tasks."
        offset={140}
      />
    </Behind>
  );
}

/** List of the customers without recent contact. */
export function UntouchedCustomerList() {
  const source = useQuery(untouchedQuery);
  const list = useList({
    name: 'untouched',
    columns: untouchedColumns,
    rows: source.data?.rows,
    initial: initialUntouched,
  });
  return (
    <Behind title="Not contacted for more than 30 days">
      <CustomerList
        list={list}
        source={source}
        label="Customers not contacted"
        cells={cells}
        askAbout={{ list: 'untouched' }}
        exportPath={exportUntouched.path}
        whenEmpty="Every customer was contacted in the last 30 days."
        offset={140}
      />
    </Behind>
  );
}

function Behind({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="sm" id="customers" data-guide="team-rows">
      <Group justify="space-between" align="baseline">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Anchor component={Link} to={{ search: 'part=team' }} size="sm">
          Back to team
        </Anchor>
      </Group>
      {children}
    </Stack>
  );
}
