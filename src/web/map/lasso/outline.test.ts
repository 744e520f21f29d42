import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createProspectPoints } from '../draw/point-table.ts';
import { findPointIndexesInOutline } from './outline.ts';

const coordinates = fc.record({
  longitude: fc.double({ min: -179, max: 179, noNaN: true }),
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
});
const box = (west: number, south: number, east: number, north: number) => [
  { longitude: west, latitude: south },
  { longitude: east, latitude: south },
  { longitude: east, latitude: north },
  { longitude: west, latitude: north },
];
const find = (
  places: readonly { longitude: number; latitude: number }[],
  outline: ReturnType<typeof box>,
) => {
  const { points } = createProspectPoints(places);
  return findPointIndexesInOutline(points, outline, new Uint8Array(places.length).fill(1));
};

test('a box, drawn in either direction or twice around, contains exactly the points in it', () => {
  fc.assert(
    fc.property(fc.array(coordinates, { minLength: 1, maxLength: 30 }), (places) => {
      const plotted = places.filter(({ longitude, latitude }) => longitude !== 0 || latitude !== 0);
      const expected = plotted.flatMap(({ longitude, latitude }, at) =>
        longitude > -90.5 && longitude < 20.5 && latitude > -10.5 && latitude < 40.5 ? at : [],
      );
      const outline = box(-90.5, -10.5, 20.5, 40.5);
      expect(find(plotted, outline)).toEqual(expected);
      expect(find(plotted, outline.toReversed())).toEqual(expected);
      expect(find(plotted, [...outline, ...outline])).toEqual(expected);
    }),
  );
});

test('an area across the antimeridian contains the points on both sides', () => {
  const places = [
    { longitude: 179, latitude: 1 },
    { longitude: -179, latitude: 1 },
    { longitude: 170, latitude: 1 },
  ];
  expect(find(places, box(175, 0, 185, 5))).toEqual([0, 1]);
  expect(find(places, box(-185, 0, -175, 5))).toEqual([0, 1]);
});

test('hidden points are not selected', () => {
  const { points } = createProspectPoints([{ longitude: 1, latitude: 1 }]);
  expect(findPointIndexesInOutline(points, box(0, 0, 2, 2), new Uint8Array(1))).toEqual([]);
});
