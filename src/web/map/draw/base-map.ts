import type { StyleSpecification } from 'maplibre-gl';
import { mesh } from 'topojson-client';
import countiesUrl from 'us-atlas/counties-10m.json?url';
import type { ColorScheme } from './icons.ts';
import { loadTopology, mapPalettes } from './outlines.ts';
import places from './places.json';

/**
 * Font family of the map's labels. The map library draws labels with the browser's fonts when there
 * is no glyph server.
 */
export const mapFont = ['Figtree Variable', 'system-ui', 'sans-serif'];

const nothing: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };

const point = (
  longitude: unknown,
  latitude: unknown,
  properties: GeoJSON.GeoJsonProperties,
): GeoJSON.Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [Number(longitude), Number(latitude)] },
});

function placeNames(): GeoJSON.FeatureCollection {
  const states = places.states.map(([code, name, longitude, latitude]) =>
    point(longitude, latitude, { kind: 'state', code, name }),
  );
  const cities = places.cities.map(([name, longitude, latitude], rank) =>
    point(longitude, latitude, { kind: 'city', name, rank }),
  );
  return { type: 'FeatureCollection', features: [...states, ...cities] };
}

/**
 * Returns the bundled base map style, which makes no external request. `loadOutlines` loads its
 * border lines.
 */
export function createBundledMapStyle(scheme: ColorScheme): StyleSpecification {
  const palette = mapPalettes[scheme];
  const lines = { 'line-cap': 'round', 'line-join': 'round' } as const;
  const names = {
    'text-color': palette.name,
    'text-halo-color': palette.halo,
    'text-halo-width': 1.5,
  };
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: nothing, attribution: 'Outlines: U.S. Census Bureau' },
      states: { type: 'geojson', data: nothing },
      counties: { type: 'geojson', data: nothing },
      places: { type: 'geojson', data: placeNames() },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': palette.water } },
      {
        id: 'land',
        type: 'fill',
        source: 'land',
        paint: { 'fill-color': palette.land, 'fill-antialias': false },
      },
      {
        id: 'counties',
        type: 'line',
        source: 'counties',
        minzoom: minimumCountyZoom,
        layout: lines,
        paint: {
          'line-color': palette.county,
          'line-width': ['interpolate', ['linear'], ['zoom'], 6, 0.5, 10, 1.5],
        },
      },
      {
        id: 'states',
        type: 'line',
        source: 'states',
        layout: lines,
        paint: {
          'line-color': palette.state,
          'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.7, 9, 2],
        },
      },
      {
        id: 'city-names',
        type: 'symbol',
        source: 'places',
        minzoom: 5,
        filter: [
          'all',
          ['==', ['get', 'kind'], 'city'],
          ['<', ['get', 'rank'], ['step', ['zoom'], 50, 6, 150, 7, 400, 8, 1200]],
        ],
        layout: {
          'text-field': ['get', 'name'],
          'text-font': mapFont,
          'text-size': ['interpolate', ['linear'], ['zoom'], 5, 11, 10, 14],
          'symbol-sort-key': ['get', 'rank'],
          'text-padding': 6,
        },
        paint: names,
      },
      {
        id: 'state-names',
        type: 'symbol',
        source: 'places',
        minzoom: 3,
        maxzoom: 7,
        filter: ['==', ['get', 'kind'], 'state'],
        layout: {
          'text-field': ['step', ['zoom'], ['get', 'code'], 4.6, ['get', 'name']],
          'text-font': mapFont,
          'text-size': ['interpolate', ['linear'], ['zoom'], 3, 10, 6, 15],
          'text-letter-spacing': 0.08,
        },
        paint: names,
      },
    ],
  };
}

/** Minimum zoom level at which county lines are loaded and drawn. */
export const minimumCountyZoom = 6;

export async function loadCounties(): Promise<GeoJSON.GeoJSON> {
  const topology = await loadTopology(countiesUrl);
  return mesh(topology, topology.objects.counties, (a, b) => a !== b);
}
