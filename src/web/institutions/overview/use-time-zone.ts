import { useQuery } from '@tanstack/react-query';
import { clientSettingsQuery } from '#web/shell/settings.ts';

/** The time zone of the business, by which an instant is told. */
export function useTimeZone(): string {
  const { data } = useQuery(clientSettingsQuery);
  return data?.businessTimeZone ?? 'America/Los_Angeles';
}
