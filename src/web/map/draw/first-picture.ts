import { schemeColors } from '#web/ui/theme.ts';
import { type Cluster, computeClusters, type PointVisibilityAndGroups } from './clusters.ts';
import { type ColorScheme, clusterCountText, type MarkIcon } from './icons.ts';
import {
  type Bounds,
  latitudeFromMercatorY,
  longitudeFromMercatorX,
  mercatorX,
  mercatorY,
  worldWidthPixels,
} from './mercator.ts';
import { type MapOutlines, mapPalettes } from './outlines.ts';
import type { PointTable } from './point-table.ts';
import {
  computeInitialViewPadding,
  type MapCoordinates,
  maxInitialZoom,
  roundToClusterZoom,
} from './view.ts';

interface Size {
  width: number;
  height: number;
}

/** Upper left corner of the view in Web Mercator units, 0–1, and the zoom. */
interface Camera {
  left: number;
  top: number;
  zoom: number;
}

/** Returns the camera that the map would use initially for these bounds. */
export function initialCameraForBounds(bounds: Bounds, { width, height }: Size): Camera {
  const { top, bottom, left, right } = computeInitialViewPadding(width);
  const [west, east, north, south] = [
    mercatorX(bounds.west),
    mercatorX(bounds.east),
    mercatorY(bounds.north),
    mercatorY(bounds.south),
  ];
  const scale = Math.min(
    (width - left - right) / (east - west),
    (height - top - bottom) / (south - north),
  );
  const zoom = Math.min(Math.log2(scale / worldWidthPixels), maxInitialZoom);
  const world = worldWidthPixels * 2 ** zoom;
  return {
    left: (west + east) / 2 - (width + left - right) / 2 / world,
    top: (north + south) / 2 - (height + top - bottom) / 2 / world,
    zoom,
  };
}

export function cameraAtPlace(
  { longitude, latitude }: MapCoordinates,
  zoom: number,
  { width, height }: Size,
): Camera {
  const world = worldWidthPixels * 2 ** zoom;
  return {
    left: mercatorX(longitude) - width / 2 / world,
    top: mercatorY(latitude) - height / 2 / world,
    zoom,
  };
}

export interface MapPreviewData<Row> {
  /** `undefined` when the outlines failed to load. */
  outlines: MapOutlines | undefined;
  points: PointTable<Row>;
  marks: PointVisibilityAndGroups;
  iconOf: (cluster: Cluster) => MarkIcon;
  scheme: ColorScheme;
}

/**
 * Draws states, coast and marks on a canvas, at the positions at which the map library draws them.
 */
export function drawMapPreview<Row>(
  context: CanvasRenderingContext2D,
  { width, height }: Size,
  camera: Camera,
  picture: MapPreviewData<Row>,
) {
  const { outlines, points, marks, iconOf, scheme } = picture;
  const world = worldWidthPixels * 2 ** camera.zoom;
  const xOf = (longitude: number, turn = 0) => (mercatorX(longitude) + turn - camera.left) * world;
  const yOf = (latitude: number) => (mercatorY(latitude) - camera.top) * world;
  context.fillStyle = mapPalettes[scheme].water;
  context.fillRect(0, 0, width, height);
  if (outlines) {
    // A view across the antimeridian shows two copies of the world.
    const turns = [Math.floor(camera.left), Math.floor(camera.left + width / world)];
    const trace = (line: readonly (readonly number[])[]) => {
      for (const turn of new Set(turns)) {
        for (const [at, [longitude = 0, latitude = 0]] of line.entries()) {
          if (at === 0) context.moveTo(xOf(longitude, turn), yOf(latitude));
          else context.lineTo(xOf(longitude, turn), yOf(latitude));
        }
      }
    };
    context.beginPath();
    for (const polygon of outlines.land) for (const ring of polygon) trace(ring);
    context.fillStyle = mapPalettes[scheme].land;
    context.fill('evenodd');
    context.beginPath();
    for (const line of outlines.states) trace(line);
    context.strokeStyle = mapPalettes[scheme].state;
    context.lineWidth = 0.8;
    context.stroke();
  }
  const bounds = {
    west: longitudeFromMercatorX(camera.left),
    east: longitudeFromMercatorX(camera.left + width / world),
    north: latitudeFromMercatorY(camera.top),
    south: latitudeFromMercatorY(camera.top + height / world),
  };
  for (const cluster of computeClusters(
    points,
    bounds,
    roundToClusterZoom(camera.zoom),
    marks,
  ).toSorted((one, other) => one.count - other.count)) {
    const icon = iconOf(cluster);
    const [x, y] = [xOf(cluster.longitude), yOf(cluster.latitude)];
    context.save();
    context.translate(x - icon.size / 2, y - icon.size / 2);
    icon.draw(context);
    context.restore();
    context.fillStyle = schemeColors[scheme].text;
    context.font = `${cluster.count < 1000 ? 12 : 13}px 'Figtree Variable', system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(clusterCountText(cluster.count), x, y + 4);
  }
}
