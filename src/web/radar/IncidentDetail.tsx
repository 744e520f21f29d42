import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { countText } from '#shared/core/words.ts';
import { incidentLocationColumns } from '#shared/radar/columns.ts';
import { incidentsPath } from '#shared/radar/paths.ts';
import {
  exportIncidentLocations,
  type IncidentLocation,
  type ListedIncident,
} from '#shared/radar/radar.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { List } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import {
  incidentLocationsQuery,
  incidentsQuery,
  incidentTaskPreviewQuery,
  useDismissOrReopenIncident,
} from './data.ts';
import { IncidentFacts } from './IncidentFacts.tsx';
import { incidentMapPath } from './paths.ts';

const DismissDialog = lazy(async () => ({
  default: (await import('./DismissDialog.tsx')).DismissDialog,
}));
const TasksDialog = lazy(async () => ({
  default: (await import('./CreateTasksDialog.tsx')).CreateTasksDialog,
}));

/** An incident with its evidence, actions and locations. */
export function IncidentDetail({ incidentId }: { incidentId: string }) {
  const { data, error, refetch } = useQuery(incidentsQuery);
  const incident = data?.rows.find((each) => each.incidentId === incidentId);
  return (
    <Stack gap="md">
      <Anchor component={Link} to={incidentsPath} size="sm">
        <IconArrowLeft size={14} aria-hidden /> All incidents
      </Anchor>
      {incident !== undefined ? (
        <>
          <IncidentFacts incident={incident} />
          <Actions incident={incident} />
          {incident.kind !== 'all' && <Locations incidentId={incidentId} />}
        </>
      ) : data !== undefined ? (
        <Text>This incident no longer exists.</Text>
      ) : error !== null ? (
        <ErrorState
          title="Couldn’t load the incident"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingSkeleton label="Loading the incident">
          <SkeletonBlock height={120} />
          <SkeletonBlock height={420} />
        </LoadingSkeleton>
      )}
    </Stack>
  );
}

function Actions({ incident }: { incident: ListedIncident }) {
  const { incidentId, kind, stage } = incident;
  const [dialog, setDialog] = useState<'tasks' | 'dismiss'>();
  const isRunning = stage === 'Open' || stage === 'Growing';
  const canHaveTasks = isRunning && kind !== 'all';
  const tasks = useQuery({ ...incidentTaskPreviewQuery(incidentId), enabled: canHaveTasks });
  const { data: locations } = useQuery({
    ...incidentLocationsQuery(incidentId),
    enabled: canHaveTasks,
  });
  const verdict = useDismissOrReopenIncident(incident);
  const close = () => setDialog(undefined);
  return (
    <Group gap="sm" data-guide="incident-actions">
      {canHaveTasks && (
        <Button
          disabled={tasks.data === undefined || tasks.data.customers === 0}
          onClick={() => setDialog('tasks')}
        >
          Create tasks for owners{tasks.data === undefined ? '' : ` (${tasks.data.customers})`}
        </Button>
      )}
      {canHaveTasks && locations !== undefined && (
        <Button component={Link} to={campaignFor(locations.rows)} variant="default">
          Start ticket campaign
        </Button>
      )}
      {isRunning && incident.bounds !== null && (
        <Button component={Link} to={incidentMapPath(incident.bounds)} variant="default">
          Show on map
        </Button>
      )}
      {isRunning && (
        <Button variant="default" onClick={() => setDialog('dismiss')}>
          Dismiss
        </Button>
      )}
      {stage === 'Dismissed' && (
        <Button
          variant="default"
          loading={verdict.isPending}
          onClick={() => verdict.mutate({ verdict: 'open' })}
        >
          Reopen
        </Button>
      )}
      {incident.tasks > 0 && <Text size="sm">{countText(incident.tasks, 'task')} created</Text>}
      {tasks.error !== null && (
        <ErrorState
          title="Couldn’t load owners"
          error={tasks.error}
          onRetry={() => void tasks.refetch()}
        />
      )}
      {verdict.error !== null && (
        <ErrorState
          title="Couldn’t reopen the incident"
          error={verdict.error}
          onRetry={() => verdict.mutate({ verdict: 'open' })}
        />
      )}
      <Suspense>
        {dialog === 'tasks' && tasks.data !== undefined && (
          <TasksDialog incident={incident} plan={tasks.data} onClose={close} />
        )}
        {dialog === 'dismiss' && <DismissDialog incident={incident} onClose={close} />}
      </Suspense>
    </Group>
  );
}

/**
 * Returns the URL of a new campaign for the customers that are still silent, at most
 * `maxBulkItems`.
 */
function campaignFor(locations: readonly IncidentLocation[]): string {
  const silent = locations
    .filter(({ backOn }) => backOn === null)
    .map(({ institutionId }) => institutionId);
  return paths.newTicketCampaignFor([...new Set(silent)].slice(0, maxBulkItems));
}

const initial = {
  columns: [
    'institutionName',
    'locationName',
    'city',
    'state',
    'ehr',
    'silentSince',
    'backOn',
    'ownerName',
    'hasTask',
  ],
  sort: [{ column: 'institutionName', descending: false }],
};

function Locations({ incidentId }: { incidentId: string }) {
  const source = useQuery(incidentLocationsQuery(incidentId));
  const openInstitution = useInstitutionModal();
  const list = useList({
    name: 'incident-locations',
    columns: incidentLocationColumns,
    rows: source.data?.rows,
    initial,
  });
  return (
    <div id="customers" data-guide="incident-locations">
      <List
        list={list}
        source={source}
        label="Incident locations"
        noun={{ one: 'location', many: 'locations' }}
        rowId={({ locationId }) => locationId}
        onOpen={({ institutionId }) => openInstitution(institutionId, list.matching)}
        overviewOf={({ institutionId }) => paths.institutionOverview(institutionId)}
        exportPath={`${exportIncidentLocations.path}?incident=${incidentId}`}
        offset={120}
      />
    </div>
  );
}
