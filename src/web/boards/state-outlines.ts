import { queryOptions } from '@tanstack/react-query';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import statesUrl from 'us-atlas/states-albers-10m.json?url';

/** Width of the frame for which the outlines are projected, in pixels. */
export const mapWidth = 975;
export const mapHeight = 610;

/** State codes by the FIPS number of the Census Bureau. */
const codes: Record<string, string> = Object.fromEntries(
  (
    '01AL 02AK 04AZ 05AR 06CA 08CO 09CT 10DE 11DC 12FL 13GA 15HI 16ID 17IL 18IN 19IA 20KS 21KY 22LA 23ME 24MD 25MA 26MI 27MN 28MS 29MO ' +
    '30MT 31NE 32NV 33NH 34NJ 35NM 36NY 37NC 38ND 39OH 40OK 41OR 42PA 44RI 45SC 46SD 47TN 48TX 49UT 50VT 51VA 53WA 54WV 55WI 56WY'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 2), pair.slice(2)]),
);

interface StateOutline {
  code: string;
  name: string;
  path: string;
}

/** Rounds an outline to whole units, because smaller details are not visible at this size. */
function ringPath(ring: GeoJSON.Position[]): string {
  let before = '';
  const steps: string[] = [];
  for (const [x = 0, y = 0] of ring) {
    const step = `${Math.round(x)} ${Math.round(y)}`;
    if (step !== before) steps.push(step);
    before = step;
  }
  return steps.length < 3 ? '' : `M${steps.join('L')}Z`;
}

async function loadOutlines(signal: AbortSignal): Promise<StateOutline[]> {
  const response = await fetch(statesUrl, { signal });
  if (!response.ok) throw new Error(`Couldn’t load the state outlines: ${response.status}`);
  const topology: Topology<{ states: GeometryCollection<{ name: string }> }> =
    await response.json();
  return feature(topology, topology.objects.states).features.map(({ id, properties, geometry }) => {
    const polygons =
      geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : geometry.type === 'Polygon'
          ? [geometry.coordinates]
          : [];
    const path = polygons.flatMap((rings) => rings.map(ringPath)).join('');
    return { code: codes[String(id)] ?? String(id), name: properties.name, path };
  });
}

export const stateOutlinesQuery = queryOptions({
  queryKey: [statesUrl],
  queryFn: ({ signal }) => loadOutlines(signal),
  staleTime: Number.POSITIVE_INFINITY,
});
