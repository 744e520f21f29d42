import type { Cluster } from './clusters.ts';
import type { ColorScheme, MarkIcon } from './icons.ts';
import type { Bounds } from './mercator.ts';

export type MarkLayer = 'practices' | 'prospects';
export const maxZoom = 18;
/** Bounds of the contiguous United States, which the map shows until the customers are loaded. */
export const defaultBounds: Bounds = { west: -125, south: 24.3, east: -66.5, north: 49.6 };

/**
 * Maximum zoom of the initial view, so that a few customers are shown in their region instead of
 * their street.
 */
export const maxInitialZoom = 10;

/** Viewport width in pixels below which panels cover the lower half of the map. */
export const narrowViewportWidth = 768;
/** Width in pixels that the open legend covers on a wide map. */
const legendWidth = 240;

/**
 * Returns the padding in pixels that keeps the initial view clear of the controls at the map's
 * edges.
 */
export const computeInitialViewPadding = (
  width: number,
): Record<'top' | 'bottom' | 'left' | 'right', number> =>
  width < narrowViewportWidth
    ? { top: 110, bottom: 110, left: 24, right: 40 }
    : { top: 84, bottom: 24, left: legendWidth, right: 40 };

/** Rounds a zoom level down to half levels. Clusters are computed only for half levels. */
export const roundToClusterZoom = (zoom: number): number => Math.floor(zoom * 2) / 2;

export interface MapViewport {
  bounds: Bounds;
  zoom: number;
}

export interface MapCoordinates {
  longitude: number;
  latitude: number;
}

/** Distance in pixels from the left and the upper edge of the map. */
export type MapPixel = readonly [x: number, y: number];

export interface MapHandlers {
  /** Called when the view changed. `settled` is `true` after the movement has stopped. */
  onView: (view: MapViewport, settled: boolean, byUser: boolean) => void;
  /** Called when a mark was clicked or tapped. */
  onPick: (layer: MarkLayer, cluster: Cluster, how: 'click' | 'tap') => void;
  onHover: (layer: MarkLayer, cluster: Cluster) => void;
  onHoverEnd: () => void;
  /** Called when the map has rendered its first complete frame. */
  onDrawn: () => void;
  /** Called when the map was clicked outside all marks. */
  onPickNothing: () => void;
  /** Called when a part of the base map failed to load. Marks are still drawn. */
  onFailure: (message: string) => void;
}

export interface MapView {
  draw: (
    layer: MarkLayer,
    clusters: readonly Cluster[],
    iconOf: (cluster: Cluster) => MarkIcon,
  ) => void;
  setScheme: (scheme: ColorScheme) => void;
  goTo: (place: MapCoordinates, zoom: number) => void;
  /** Moves the map to the place without animation. */
  jumpTo: (place: MapCoordinates, zoom: number) => void;
  fit: (bounds: Bounds) => void;
  /** Sets the initial view without animation. */
  openAt: (bounds: Bounds) => void;
  zoomOut: () => void;
  setHighlight: (place: MapCoordinates | null) => void;
  setUser: (place: MapCoordinates | null) => void;
  /** Draws the outline of an area; an empty outline removes it. */
  setOutline: (outline: readonly MapCoordinates[]) => void;
  coordinatesAt: (pixel: MapPixel) => MapCoordinates;
  /**
   * Shows the element in a popup at the place until `closePopup` is called. `covered` is the width
   * in pixels of the panel over the map's right edge.
   */
  openPopup: (place: MapCoordinates, content: HTMLElement, covered: number) => void;
  closePopup: () => void;
  destroy: () => void;
}

/** Error thrown when WebGL is missing or blocked in this browser. */
export class WebGlUnavailable extends Error {}
