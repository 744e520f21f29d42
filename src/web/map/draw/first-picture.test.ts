import { expect, it } from 'vitest';
import { cameraAtPlace, initialCameraForBounds } from './first-picture.ts';
import { mercatorX, mercatorY, worldWidthPixels } from './mercator.ts';
import { computeInitialViewPadding, defaultBounds, maxInitialZoom } from './view.ts';

it.each([1440, 360])(
  'the initial view is clear of the controls on a map %i pixels wide',
  (width) => {
    const size = { width, height: 900 };
    const { left, top, zoom } = initialCameraForBounds(defaultBounds, size);
    const padding = computeInitialViewPadding(width);
    const world = worldWidthPixels * 2 ** zoom;
    const [west, east] = [defaultBounds.west, defaultBounds.east].map(
      (longitude) => (mercatorX(longitude) - left) * world,
    );
    const [north, south] = [defaultBounds.north, defaultBounds.south].map(
      (latitude) => (mercatorY(latitude) - top) * world,
    );
    expect(west).toBeGreaterThanOrEqual(padding.left - 1e-6);
    expect(east).toBeLessThanOrEqual(width - padding.right + 1e-6);
    expect(north).toBeGreaterThanOrEqual(padding.top - 1e-6);
    expect(south).toBeLessThanOrEqual(900 - padding.bottom + 1e-6);
    // The extent fills the available space in at least one direction.
    const [across, along] = [(east ?? 0) - (west ?? 0), (south ?? 0) - (north ?? 0)];
    expect(
      across > width - padding.left - padding.right - 1 ||
        along > 900 - padding.top - padding.bottom - 1,
    ).toBe(true);
  },
);

it('a few customers are shown in their region', () => {
  const street = { west: -97.75, east: -97.74, south: 30.27, north: 30.28 };
  expect(initialCameraForBounds(street, { width: 1440, height: 900 }).zoom).toBe(maxInitialZoom);
});

it('a place is at the center', () => {
  const { left, top, zoom } = cameraAtPlace({ longitude: -97.74, latitude: 30.27 }, 6, {
    width: 800,
    height: 600,
  });
  expect((mercatorX(-97.74) - left) * worldWidthPixels * 2 ** zoom).toBeCloseTo(400);
  expect((mercatorY(30.27) - top) * worldWidthPixels * 2 ** zoom).toBeCloseTo(300);
});
