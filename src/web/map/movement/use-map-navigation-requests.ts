import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import type { MapCoordinates } from '../draw/view.ts';
import { listenForMapEvent } from '../events.ts';
import { requestUserLocation } from './user-location.ts';

/**
 * Place that another room requested. Each request is a new object, so that repeating it moves the
 * map again.
 */
type Focus =
  | { kind: 'practice'; place: MapCoordinates; institutionId: number }
  | { kind: 'prospect'; place: MapCoordinates; prospectId: number; name: string };

export interface MapNavigationRequests {
  focus: Focus | null;
  clearFocus: () => void;
  user: MapCoordinates | null;
  locating: boolean;
}

/** Returns the latest requests of the search box and the navigation. */
export function useMapNavigationRequests(): MapNavigationRequests {
  const [focus, setFocus] = useState<Focus | null>(null);
  const [user, setUser] = useState<MapCoordinates | null>(null);
  const [locating, setLocating] = useState(false);

  useEffect(
    () =>
      listenForMapEvent('focus-practice', ({ latitude, longitude, institutionId }) =>
        setFocus({ kind: 'practice', place: { latitude, longitude }, institutionId }),
      ),
    [],
  );
  useEffect(
    () =>
      listenForMapEvent('focus-prospect', ({ latitude, longitude, prospectId, name }) =>
        setFocus({ kind: 'prospect', place: { latitude, longitude }, prospectId, name }),
      ),
    [],
  );
  useEffect(
    () =>
      listenForMapEvent('request-user-location', () => {
        setLocating(true);
        requestUserLocation()
          .then(setUser, (error: Error) => {
            notifications.show({
              color: 'yellow',
              title: 'Couldn’t find your location',
              message: error.message,
              autoClose: 8000,
            });
          })
          .finally(() => setLocating(false));
      }),
    [],
  );
  return { focus, clearFocus: () => setFocus(null), user, locating };
}
