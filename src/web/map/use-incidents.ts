import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { IncidentLocation, ListedIncident } from '#shared/success-ops/radar/radar.ts';
import { incidentLocationsQuery, incidentsQuery } from '#web/success-ops/radar/data.ts';
import { boundsOf } from './draw/clusters.ts';
import type { Bounds } from './draw/mercator.ts';
import type { Points } from './draw/points.ts';
import type { MapView, Place } from './draw/view.ts';

/** An open incident with where its silent locations lie. */
export interface MapIncident {
  incidentId: string;
  name: string;
  locations: number;
  /** null where none of them has a place. */
  bounds: Bounds | null;
}

const isOpen = ({ stage }: ListedIncident): boolean => stage === 'Open' || stage === 'Growing';

/** The silent locations of open incidents, by their id; undefined until they are known. Asked for only where there is such an incident. */
export function useSilentLocations(): ReadonlyMap<number, IncidentLocation> | undefined {
  const { data: incidents } = useQuery(incidentsQuery);
  const isAny = incidents?.rows.some(isOpen) ?? false;
  const { data } = useQuery({ ...incidentLocationsQuery(), enabled: isAny });
  return useMemo(() => (isAny && data ? new Map(data.rows.map((row) => [row.locationId, row])) : undefined), [isAny, data]);
}

/** The open incidents on the map: rings around their silent locations, while they are wanted. */
export function useIncidents(view: MapView | null, points: Points<Practice> | undefined, wanted: boolean): readonly MapIncident[] {
  const { data } = useQuery(incidentsQuery);
  const silent = useSilentLocations();
  const members = useMemo(() => {
    if (!points || !silent) return [];
    return points.rows.flatMap(({ locationId }, at) => {
      const found = silent.get(locationId);
      return found ? { incidentId: found.incidentId, at } : [];
    });
  }, [points, silent]);
  const places = useMemo((): Place[] => {
    if (!wanted || !points) return [];
    return members.map(({ at }) => ({ longitude: points.longitude[at] ?? 0, latitude: points.latitude[at] ?? 0 }));
  }, [wanted, points, members]);
  useEffect(() => view?.setIncidents(places), [view, places]);

  return useMemo(() => {
    const byIncident = Map.groupBy(members, ({ incidentId }) => incidentId);
    return (data?.rows ?? []).filter(isOpen).map(({ incidentId, name, locations }) => {
      const own = (byIncident.get(incidentId) ?? []).map(({ at }) => at);
      return { incidentId, name, locations, bounds: points ? boundsOf<unknown>(points, own) : null };
    });
  }, [data, members, points]);
}
