import { expect, it } from 'vitest';
import { requestUserLocation } from './user-location.ts';

const refusing = (code: number): Geolocation => ({
  getCurrentPosition: (_found, failed) =>
    failed?.({
      code,
      message: '',
      PERMISSION_DENIED: 1,
      POSITION_UNAVAILABLE: 2,
      TIMEOUT: 3,
    } as GeolocationPositionError),
  watchPosition: () => 0,
  clearWatch: () => undefined,
});

it.each([
  [1, /allow this site/],
  [2, /Turn on location services/],
  [3, /Turn on location services/],
])('the error code %i has advice for the user', async (code, advice) => {
  await expect(requestUserLocation(refusing(code))).rejects.toThrow(advice);
});

it('a browser without geolocation has advice for the user', async () => {
  await expect(requestUserLocation(undefined)).rejects.toThrow(/Search this area/);
});
