import { useQuery } from '@tanstack/react-query';
import { preload } from 'react-dom';
import { clientSettingsQuery } from '#web/core/settings.ts';
import { outlinesUrl } from './draw/outlines-address.ts';
import { MapWorkspace } from './MapWorkspace.tsx';

/**
 * Map page. It waits for the settings, which may contain the URL of another base map. If the
 * settings fail to load, the bundled base map is used.
 */
export function MapPage() {
  // Preloads the outlines, so that they load before the much larger practice list.
  preload(outlinesUrl, { as: 'fetch', crossOrigin: 'anonymous', fetchPriority: 'high' });
  const settings = useQuery(clientSettingsQuery);
  return (
    <MapWorkspace
      styleUrl={settings.isPending ? undefined : (settings.data?.mapStyleUrl ?? null)}
    />
  );
}
