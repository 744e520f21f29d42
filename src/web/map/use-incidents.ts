import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { IncidentLocation, ListedIncident } from '#shared/radar/radar.ts';
import { incidentLocationsQuery, incidentsQuery } from '#web/radar/data.ts';
import { computePointBounds } from './draw/clusters.ts';
import type { Bounds } from './draw/mercator.ts';
import type { PointTable } from './draw/point-table.ts';

/** Open incident with the bounds of its silent locations. */
export interface MapIncident {
  incidentId: string;
  name: string;
  locations: number;
  /** `null` when none of the locations has coordinates. */
  bounds: Bounds | null;
}

const isOpen = ({ stage }: ListedIncident): boolean => stage === 'Open' || stage === 'Growing';

/**
 * Returns the silent locations of open incidents by location id; `undefined` while loading. Fetches
 * only when an incident is open.
 */
export function useSilentLocations(): ReadonlyMap<number, IncidentLocation> | undefined {
  const { data: incidents } = useQuery(incidentsQuery);
  const isAny = incidents?.rows.some(isOpen) ?? false;
  const { data } = useQuery({ ...incidentLocationsQuery(), enabled: isAny });
  return useMemo(
    () => (isAny && data ? new Map(data.rows.map((row) => [row.locationId, row])) : undefined),
    [isAny, data],
  );
}

/** Returns the open incidents with their bounds on the map. */
export function useIncidents(points: PointTable<Practice> | undefined): readonly MapIncident[] {
  const { data } = useQuery(incidentsQuery);
  const silent = useSilentLocations();
  return useMemo(() => {
    const members = (points?.rows ?? []).flatMap(({ locationId }, at) => {
      const found = silent?.get(locationId);
      return found ? { incidentId: found.incidentId, at } : [];
    });
    const byIncident = Map.groupBy(members, ({ incidentId }) => incidentId);
    return (data?.rows ?? []).filter(isOpen).map(({ incidentId, name, locations }) => {
      const own = (byIncident.get(incidentId) ?? []).map(({ at }) => at);
      return {
        incidentId,
        name,
        locations,
        bounds: points ? computePointBounds<unknown>(points, own) : null,
      };
    });
  }, [data, points, silent]);
}
