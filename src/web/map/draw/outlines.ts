import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { schemeColors } from '#web/ui/theme.ts';
import { outlinesUrl } from './outlines-address.ts';

export const mapPalettes = {
  light: {
    water: '#e9eeee',
    land: schemeColors.light.page,
    state: '#b9bfb8',
    county: '#dcd9d0',
    name: '#6b7a7e',
    halo: schemeColors.light.page,
  },
  dark: {
    water: '#08131a',
    land: '#14252c',
    state: '#3d545d',
    county: '#20343c',
    name: '#8ba0a6',
    halo: '#14252c',
  },
} as const;

export async function loadTopology(
  url: string,
): Promise<
  Topology<{ states: GeometryCollection; nation: GeometryCollection; counties: GeometryCollection }>
> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`Couldn’t load the map outlines: ${response.status}`);
  return response.json();
}

/** Outer rings of each land mass, and border lines of the states. */
export interface MapOutlines {
  land: GeoJSON.Position[][][];
  states: GeoJSON.Position[][];
}

/** Loads the outlines of the states and the coast. */
export async function loadOutlines(): Promise<MapOutlines> {
  const topology = await loadTopology(outlinesUrl);
  const pieces = feature(topology, topology.objects.nation).features.flatMap(({ geometry }) => {
    if (geometry.type === 'MultiPolygon') return geometry.coordinates;
    return geometry.type === 'Polygon' ? [geometry.coordinates] : [];
  });
  return { land: pieces, states: mesh(topology, topology.objects.states).coordinates };
}
