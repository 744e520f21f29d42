import { useCallback, useEffect, useRef } from 'react';
import { type Cluster, computeClusters, type Marks } from './clusters.ts';
import type { Icon } from './icons.ts';
import { type Bounds, containsBounds, expandedBounds } from './mercator.ts';
import type { Points } from './points.ts';
import { clusterLevel, type Layer, type MapView, type View } from './view.ts';

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
export function useDrawnPoints<Row>(
  view: MapView | null,
  layer: Layer,
  points: Points<Row> | undefined,
  /** Visibility and groups of the points; `undefined` clears the layer. */
  marks: Marks | undefined,
  iconOf: (cluster: Cluster) => Icon,
): (now: View, settled: boolean) => void {
  const last = useRef<View | null>(null);
  const drawn = useRef<Drawn | null>(null);

  const draw = useCallback(
    (now: View) => {
      if (!view) return;
      const zoom = clusterLevel(now.zoom);
      const bounds = expandedBounds(now.bounds, 0.5);
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
        current.zoom === clusterLevel(now.zoom) &&
        containsBounds(current.bounds, now.bounds)
      )
        return;
      if (current && !settled && performance.now() - current.at < motionInterval) return;
      draw(now);
    },
    [draw],
  );
}
