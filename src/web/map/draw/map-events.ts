import type { MapLayerMouseEvent, Map as MapLibreMap } from 'maplibre-gl';
import type { Cluster } from './clusters.ts';
import { markLayerNames } from './overlays.ts';
import type { MapHandlers, MarkLayer } from './view.ts';

/** Milliseconds after a touch during which a click counts as a tap. */
const tapMilliseconds = 1000;

/** Calls back on each movement of the map, and reports whether the user caused it. */
export function watchMovement(
  map: MapLibreMap,
  onMove: (isSettled: boolean, byUser: boolean) => void,
): void {
  // Some events of a user's movement have no `originalEvent`, for example wheel events. If any
  // event of a movement has an `originalEvent`, the user caused the whole movement.
  let byUser = false;
  const noteUser = (event: object) => {
    if ('originalEvent' in event && event.originalEvent) byUser = true;
  };
  map.on('movestart', noteUser);
  map.on('wheel', () => {
    byUser = true;
  });
  map.on('move', (event) => {
    noteUser(event);
    onMove(false, false);
  });
  map.on('moveend', (event) => {
    noteUser(event);
    onMove(true, byUser);
    byUser = false;
  });
}

type PointerHandlers = Pick<MapHandlers, 'onPick' | 'onPickNothing' | 'onHover' | 'onHoverEnd'>;

/**
 * Calls back on clicks, taps and hovers on marks. `clusterAt` returns the drawn mark with a given
 * index.
 */
export function watchPointer(
  map: MapLibreMap,
  handlers: PointerHandlers,
  clusterAt: (layer: MarkLayer, index: number) => Cluster | undefined,
): void {
  let lastTouch = 0;
  map.on('touchstart', () => {
    lastTouch = Date.now();
  });
  const clusterOf = (layer: MarkLayer, event: MapLayerMouseEvent) =>
    clusterAt(layer, Number(event.features?.[0]?.properties.at));
  for (const layer of markLayerNames) {
    map.on('click', layer, (event) => {
      const cluster = clusterOf(layer, event);
      if (cluster && !event.defaultPrevented) {
        event.preventDefault();
        handlers.onPick(layer, cluster, Date.now() - lastTouch < tapMilliseconds ? 'tap' : 'click');
      }
    });
    map.on('mousemove', layer, (event) => {
      const cluster = clusterOf(layer, event);
      if (cluster) handlers.onHover(layer, cluster);
      map.getCanvas().style.cursor = 'pointer';
    });
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = '';
      handlers.onHoverEnd();
    });
  }
  map.on('click', (event) => {
    if (!event.defaultPrevented) handlers.onPickNothing();
  });
}
