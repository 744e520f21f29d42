import { useQuery } from '@tanstack/react-query';
import type { InstitutionHealth } from '#shared/health/health.ts';
import { fallbackRecord } from '#shared/institutions/fallback-record.ts';
import type { InstitutionLocations } from '#shared/institutions/institutions.ts';
import { institutionLocationsQuery, practicesQuery } from '#web/institutions/data.ts';
import { institutionHealthQuery } from './data.ts';

export interface LoadedDetail {
  state: 'loaded';
  name: string;
  /** null when it was never scored, or its health cannot be had. */
  health: InstitutionHealth | null;
  record: InstitutionLocations | undefined;
  /** Why its health, or its own record of locations, could not be had. */
  healthError: Error | null;
  recordError: Error | null;
  retry: () => void;
}

export const locationsOf = ({ record, health }: LoadedDetail): number => record?.numLocations ?? health?.locationCount ?? 1;

export const bookingLinkOf = ({ record, health }: LoadedDetail): string | null =>
  record?.locations.find((location) => location.onlineBookingLink)?.onlineBookingLink ?? health?.onlineBookingLink ?? null;

export type Detail = { state: 'loading' } | { state: 'failed'; error: Error; retry: () => void } | LoadedDetail;

/**
 * The institution's health and locations, and what the practice list knows of it where those calls fail. Asked for once by
 * the surface that shows it: whoever mounts later would ask for what failed once more.
 */
export function useInstitutionDetail(id: number): Detail {
  const health = useQuery(institutionHealthQuery(id));
  const own = useQuery(institutionLocationsQuery(id));
  const practices = useQuery({ ...practicesQuery, enabled: health.isError || health.data === null || own.isError });
  const record = own.data ?? fallbackRecord(practices.data ?? [], id);
  const name = health.data?.institutionName ?? record?.institutionName;
  const retry = () => void Promise.all([health, own, practices].filter(({ isError }) => isError).map(({ refetch }) => refetch()));
  if (name !== undefined && !health.isPending) {
    return { state: 'loaded', name, health: health.data ?? null, record, healthError: health.error, recordError: own.error, retry };
  }
  const pending = health.isPending || own.isPending || (practices.isPending && practices.fetchStatus === 'fetching');
  if (pending) return { state: 'loading' };
  return { state: 'failed', error: own.error ?? health.error ?? new Error('404: This institution was not found.'), retry };
}
