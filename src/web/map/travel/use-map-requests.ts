import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import type { MapCoordinates } from '../draw/view.ts';
import { onMapEvent } from '../events.ts';
import { userLocation } from './user-location.ts';

/**
 * Place that another room requested. Each request is a new object, so that repeating it moves the
 * map again.
 */
type Focus =
  | { kind: 'practice'; place: MapCoordinates; institutionId: number }
  | { kind: 'prospect'; place: MapCoordinates; prospectId: number; name: string };

export interface MapRequests {
  focus: Focus | null;
  clearFocus: () => void;
  user: MapCoordinates | null;
  locating: boolean;
}

/** Returns the latest requests of the search box and the navigation. */
export function useMapRequests(): MapRequests {
  const [focus, setFocus] = useState<Focus | null>(null);
  const [user, setUser] = useState<MapCoordinates | null>(null);
  const [locating, setLocating] = useState(false);

  useEffect(
    () =>
      onMapEvent('focus-practice', ({ latitude, longitude, institutionId }) =>
        setFocus({ kind: 'practice', place: { latitude, longitude }, institutionId }),
      ),
    [],
  );
  useEffect(
    () =>
      onMapEvent('focus-prospect', ({ latitude, longitude, prospectId, name }) =>
        setFocus({ kind: 'prospect', place: { latitude, longitude }, prospectId, name }),
      ),
    [],
  );
  useEffect(
    () =>
      onMapEvent('request-user-location', () => {
        setLocating(true);
        userLocation()
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
