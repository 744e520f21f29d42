import { useQuery } from '@tanstack/react-query';
import type { InstitutionHealth } from '#shared/health/health.ts';
import { buildFallbackInstitutionLocations } from '#shared/institutions/fallback-record.ts';
import type { InstitutionLocations } from '#shared/institutions/institutions.ts';
import { institutionLocationsQuery, practicesQuery } from '#web/institutions/data.ts';
import { institutionHealthQuery } from './data.ts';

export interface LoadedInstitutionDetail {
  state: 'loaded';
  name: string;
  /** Health record; `null` when the institution was never scored, or when loading failed. */
  health: InstitutionHealth | null;
  record: InstitutionLocations | undefined;
  /**
   * `healthError`: error while loading the health record. `recordError`: error while loading the
   * locations.
   */
  healthError: Error | null;
  recordError: Error | null;
  retry: () => void;
}

export const locationCountOf = ({ record, health }: LoadedInstitutionDetail): number =>
  record?.numLocations ?? health?.locationCount ?? 1;

export const bookingLinkOf = ({ record, health }: LoadedInstitutionDetail): string | null =>
  record?.locations.find((location) => location.onlineBookingLink)?.onlineBookingLink ??
  health?.onlineBookingLink ??
  null;

export type InstitutionDetailState =
  | { state: 'loading' }
  | { state: 'failed'; error: Error; retry: () => void }
  | LoadedInstitutionDetail;

/**
 * Loads an institution's health and locations. When a request fails, the practice list is used
 * instead. Call the hook only in the page or dialog, because a component that is mounted later
 * would repeat failed requests.
 */
export function useInstitutionDetail(id: number): InstitutionDetailState {
  const health = useQuery(institutionHealthQuery(id));
  const own = useQuery(institutionLocationsQuery(id));
  const practices = useQuery({
    ...practicesQuery,
    enabled: health.isError || health.data === null || own.isError,
  });
  const record = own.data ?? buildFallbackInstitutionLocations(practices.data ?? [], id);
  const name = health.data?.institutionName ?? record?.institutionName;
  const retry = () =>
    void Promise.all(
      [health, own, practices].filter(({ isError }) => isError).map(({ refetch }) => refetch()),
    );
  if (name !== undefined && !health.isPending) {
    return {
      state: 'loaded',
      name,
      health: health.data ?? null,
      record,
      healthError: health.error,
      recordError: own.error,
      retry,
    };
  }
  const pending =
    health.isPending ||
    own.isPending ||
    (practices.isPending && practices.fetchStatus === 'fetching');
  if (pending) return { state: 'loading' };
  return {
    state: 'failed',
    error:
      own.error ??
      health.error ??
      new Error('This institution was not found. It may have been removed or merged.'),
    retry,
  };
}
