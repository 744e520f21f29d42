import { useQuery } from '@tanstack/react-query';
import { preload } from 'react-dom';
import { clientSettingsQuery } from '#web/core/settings.ts';
import { outlinesUrl } from './draw/outlines-address.ts';
import { MapDesk } from './MapDesk.tsx';

/** The map home. It waits for the settings, because they may name another base map; without an answer it takes its own. */
export function MapPage() {
  // States and coast are there before the practices, which are many more bytes.
  preload(outlinesUrl, { as: 'fetch', crossOrigin: 'anonymous', fetchPriority: 'high' });
  const settings = useQuery(clientSettingsQuery);
  return <MapDesk styleUrl={settings.isPending ? undefined : (settings.data?.mapStyleUrl ?? null)} />;
}
