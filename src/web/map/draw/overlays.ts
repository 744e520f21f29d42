import type { LayerSpecification } from 'maplibre-gl';
import { mapFont } from './base-map.ts';
import type { MapCoordinates, MarkLayer } from './view.ts';

/** Map layers of marks, from bottom to top. */
export const markLayerNames: readonly MarkLayer[] = ['prospects', 'practices'];
/** Map layers of the drawn area, the highlighted place and the user’s position. */
export const shapeLayerNames = ['outline', 'highlight', 'user'] as const;
export type ShapeLayer = (typeof shapeLayerNames)[number];
export const overlaySourceIds = new Set<string>([...markLayerNames, ...shapeLayerNames]);

export const emptyFeatureCollection: GeoJSON.FeatureCollection = {
  type: 'FeatureCollection',
  features: [],
};

export function pointFeature(
  place: MapCoordinates,
  properties: GeoJSON.GeoJsonProperties,
): GeoJSON.Feature {
  return {
    type: 'Feature',
    properties,
    geometry: { type: 'Point', coordinates: [place.longitude, place.latitude] },
  };
}

export const outlineFeature = (outline: readonly MapCoordinates[]): GeoJSON.Feature => ({
  type: 'Feature',
  properties: {},
  geometry: {
    type: 'LineString',
    coordinates: [...outline, ...outline.slice(0, 1)].map(({ longitude, latitude }) => [
      longitude,
      latitude,
    ]),
  },
});

/** Returns the style layers that draw the marks over the base map. */
export function createOverlayLayers({
  text,
  accent,
}: {
  text: string;
  accent: string;
}): LayerSpecification[] {
  return [
    {
      id: 'outline',
      type: 'line',
      source: 'outline',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': accent, 'line-width': 2 },
    },
    ...markLayerNames.map(
      (id): LayerSpecification => ({
        id,
        type: 'symbol',
        source: id,
        layout: {
          'icon-image': ['get', 'icon'],
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
          'symbol-sort-key': ['get', 'count'],
          'text-field': ['get', 'label'],
          'text-font': mapFont,
          'text-size': id === 'practices' ? ['step', ['get', 'count'], 12, 1000, 13] : 11,
          'text-offset': [0, id === 'practices' ? 0.35 : 0],
          'text-allow-overlap': true,
          'text-ignore-placement': true,
        },
        paint: { 'text-color': text },
      }),
    ),
    {
      id: 'highlight',
      type: 'circle',
      source: 'highlight',
      paint: {
        'circle-radius': 20,
        'circle-opacity': 0,
        'circle-stroke-width': 3,
        'circle-stroke-color': accent,
      },
    },
    {
      id: 'user',
      type: 'circle',
      source: 'user',
      paint: {
        'circle-radius': 8,
        'circle-color': '#2f6fd0',
        'circle-stroke-width': 3,
        'circle-stroke-color': '#ffffff',
      },
    },
  ];
}
