import { useSearchParams } from 'react-router';
import { IncidentDetail } from './IncidentDetail.tsx';
import { IncidentList } from './IncidentList.tsx';

/** Clusters of feeds gone silent: all of them, or the one that the address names. */
export function Incidents() {
  const [parameters] = useSearchParams();
  const incidentId = parameters.get('incident');
  return incidentId === null ? <IncidentList /> : <IncidentDetail key={incidentId} incidentId={incidentId} />;
}
