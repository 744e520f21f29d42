import { useQuery } from '@tanstack/react-query';
import { clientSettingsQuery } from '#web/core/settings.ts';
import { MapDesk } from './MapDesk.tsx';

/** The map home. It waits for the settings, because they may name another base map; without an answer it takes its own. */
export function MapPage() {
  const settings = useQuery(clientSettingsQuery);
  return <MapDesk styleUrl={settings.isPending ? undefined : (settings.data?.mapStyleUrl ?? null)} />;
}
