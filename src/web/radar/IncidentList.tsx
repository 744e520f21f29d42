import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { incidentColumns } from '#shared/radar/columns.ts';
import { incidentPath } from '#shared/radar/paths.ts';
import { exportIncidents, type ListedIncident } from '#shared/radar/radar.ts';
import { useBusinessTimeZone } from '#web/core/days.ts';
import { List } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { ChanceOfNoise } from './ChanceOfNoise.tsx';
import { incidentsQuery } from './data.ts';
import { LastScan } from './LastScan.tsx';

const initial = {
  columns: [
    'name',
    'stage',
    'customers',
    'locations',
    'silent',
    'expected',
    'chance',
    'silentSince',
    'tasks',
  ],
  sort: [
    { column: 'stage', descending: false },
    { column: 'silentSince', descending: true },
  ],
};

const cells = { chance: ({ chance }: ListedIncident) => <ChanceOfNoise chance={chance} /> };

/** List of current and past incidents; each opens its locations. */
export function IncidentList() {
  const source = useQuery(incidentsQuery);
  const navigate = useNavigate();
  const list = useList({
    name: 'incidents',
    columns: incidentColumns(useBusinessTimeZone()),
    rows: source.data?.rows,
    initial,
  });
  const look = source.data?.look;
  return (
    <>
      <LastScan look={look} />
      <div id="customers" data-guide="incident-list">
        <List
          list={list}
          source={source}
          label="Incidents"
          noun={{ one: 'incident', many: 'incidents' }}
          rowId={({ incidentId }) => incidentId}
          onOpen={({ incidentId }) => void navigate(incidentPath(incidentId))}
          overviewOf={({ incidentId }) => incidentPath(incidentId)}
          cells={cells}
          askAbout={{ list: 'incidents' }}
          exportPath={exportIncidents.path}
          whenEmpty={
            look === null
              ? 'The radar has not run yet. It runs 45 minutes after each usage refresh.'
              : 'No group of connections has fallen silent. To see a single silent connection, open the customer’s Usage tab.'
          }
          offset={120}
        />
      </div>
    </>
  );
}
