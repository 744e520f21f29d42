import { useQuery } from '@tanstack/react-query';
import { preload } from 'react-dom';
import { clientSettingsQuery } from '#web/core/settings.ts';
import { outlinesUrl } from './draw/outlines-address.ts';
import { MapWorkspace } from './MapWorkspace.tsx';

/**
 * Map home. Waits for the settings, which may name another base map; if they fail to load, it uses
 * the bundled one.
 */
export function MapPage() {
  // Preloads the outlines, so that they arrive before the much larger practice list.
  preload(outlinesUrl, { as: 'fetch', crossOrigin: 'anonymous', fetchPriority: 'high' });
  const settings = useQuery(clientSettingsQuery);
  return (
    <MapWorkspace
      styleUrl={settings.isPending ? undefined : (settings.data?.mapStyleUrl ?? null)}
    />
  );
}
