import type { MapCoordinates } from '../draw/view.ts';

class LocationError extends Error {}

const alternative = 'You can also move the map to your location and select “Search this area”.';

/** Returns advice for the user by the browser's geolocation error code. */
function locationAdvice(code: number | undefined): string {
  if (code === 1)
    return `In the browser settings, allow this site to use your location. ${alternative}`;
  if (code === undefined)
    return 'This browser can’t share your location. Move the map to your location and select “Search this area”.';
  return `Your device couldn’t find its position. Turn on location services and try again. ${alternative}`;
}

/** Returns the user's position. Rejects with a `LocationError` whose message says what to do. */
export function requestUserLocation(
  geolocation: Geolocation | undefined = navigator.geolocation,
): Promise<MapCoordinates> {
  return new Promise((resolve, reject) => {
    if (!geolocation) {
      reject(new LocationError(locationAdvice(undefined)));
      return;
    }
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ longitude: coords.longitude, latitude: coords.latitude }),
      ({ code }) => reject(new LocationError(locationAdvice(code))),
      { timeout: 10_000, maximumAge: 60_000 },
    );
  });
}
