import 'maplibre-gl/dist/maplibre-gl.css';
import {
  AttributionControl,
  GPUInitializationError,
  Map as MapLibreMap,
  type MapOptions,
  NavigationControl,
  Popup,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import type { Bounds } from './mercator.ts';
import { computeInitialViewPadding, defaultBounds, maxZoom, WebGlUnavailable } from './view.ts';

setWorkerUrl(workerUrl);

export const boundsCorners = ({
  west,
  south,
  east,
  north,
}: Bounds): [number, number, number, number] => [west, south, east, north];

function startMap(options: MapOptions): MapLibreMap {
  try {
    return new MapLibreMap(options);
  } catch (cause) {
    if (cause instanceof GPUInitializationError) throw new WebGlUnavailable('No WebGL', { cause });
    throw cause;
  }
}

/**
 * Opens a flat map of the United States with its controls. `label` is its accessible name. Throws
 * `WebGlUnavailable` when WebGL is missing.
 */
export function createMapLibreMap(
  container: HTMLElement,
  style: MapOptions['style'] & {},
  label: string,
): MapLibreMap {
  const map = startMap({
    container,
    style,
    bounds: boundsCorners(defaultBounds),
    fitBoundsOptions: { padding: computeInitialViewPadding(container.clientWidth) },
    minZoom: 1.5,
    maxZoom,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: 0,
    attributionControl: false,
    locale: { 'Map.Title': label },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new AttributionControl({ compact: false }), 'bottom-right');
  map.addControl(new NavigationControl({ showCompass: false }), 'bottom-right');
  return map;
}

export const createPopup = (): Popup =>
  new Popup({
    closeButton: false,
    closeOnClick: false,
    focusAfterOpen: false,
    maxWidth: 'none',
    offset: 18,
    className: 'practice-popup',
  });
