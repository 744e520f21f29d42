import { useCallback, useEffect, useRef } from 'react';
import { type Cluster, computeClusters, type PointVisibilityAndGroups } from './clusters.ts';
import type { MarkIcon } from './icons.ts';
import { type Bounds, containsBounds, expandBounds } from './mercator.ts';
import type { PointTable } from './point-table.ts';
import { type MapView, type MapViewport, type MarkLayer, roundToClusterZoom } from './view.ts';

/** Minimum interval in milliseconds between redraws of the marks while the map moves. */
const motionInterval = 150;

interface Drawn {
  bounds: Bounds;
  zoom: number;
  at: number;
}

/**
 * Keeps a layer's marks drawn for the view and half a view beyond each side, so that panning shows
 * marks immediately. Returns a function to be called on every movement.
 */
export function useDrawPoints<Row>(
  view: MapView | null,
  layer: MarkLayer,
  points: PointTable<Row> | undefined,
  /** Visibility and groups of the points; `undefined` clears the layer. */
  marks: PointVisibilityAndGroups | undefined,
  iconOf: (cluster: Cluster) => MarkIcon,
): (now: MapViewport, settled: boolean) => void {
  const last = useRef<MapViewport | null>(null);
  const drawn = useRef<Drawn | null>(null);

  const draw = useCallback(
    (now: MapViewport) => {
      if (!view) return;
      const zoom = roundToClusterZoom(now.zoom);
      const bounds = expandBounds(now.bounds, 0.5);
      drawn.current = { bounds, zoom, at: performance.now() };
      view.draw(layer, points && marks ? computeClusters(points, bounds, zoom, marks) : [], iconOf);
    },
    [view, layer, points, marks, iconOf],
  );

  useEffect(() => {
    if (last.current) draw(last.current);
  }, [draw]);

  return useCallback(
    (now, settled) => {
      last.current = now;
      const { current } = drawn;
      if (
        current &&
        current.zoom === roundToClusterZoom(now.zoom) &&
        containsBounds(current.bounds, now.bounds)
      )
        return;
      if (current && !settled && performance.now() - current.at < motionInterval) return;
      draw(now);
    },
    [draw],
  );
}
