import { useSearchParams } from 'react-router';
import { IncidentDetail } from './IncidentDetail.tsx';
import { IncidentList } from './IncidentList.tsx';

/** All incidents, or the incident in the URL. */
export function IncidentsTab() {
  const [parameters] = useSearchParams();
  const incidentId = parameters.get('incident');
  return incidentId === null ? (
    <IncidentList />
  ) : (
    <IncidentDetail key={incidentId} incidentId={incidentId} />
  );
}
