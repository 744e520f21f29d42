import type { Place } from '../draw/view.ts';

class LocationError extends Error {}

const elsewhere = 'or move the map there yourself and press “Search this area”.';

/** What to do when the browser gave no position, by the code of its error. */
function locationAdvice(code: number | undefined): string {
  if (code === 1) return `Allow this site to see your location in the browser’s settings, ${elsewhere}`;
  if (code === undefined) return `This browser does not tell sites where it is: move the map there yourself and press “Search this area”.`;
  return `Your device did not find its position. Turn its location services on and try again, ${elsewhere}`;
}

/** Where the user is. Rejects with a LocationError whose message says what to do. */
export function userLocation(geolocation: Geolocation | undefined = navigator.geolocation): Promise<Place> {
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
