import type { Cluster } from './clusters.ts';
import type { Icon, Scheme } from './icons.ts';
import type { Bounds } from './mercator.ts';

export type Layer = 'practices' | 'prospects';
export const deepestZoom = 18;
/** Contiguous United States; the initial bounds until the customers are loaded. */
export const defaultBounds: Bounds = { west: -125, south: 24.3, east: -66.5, north: 49.6 };

/**
 * Maximum zoom of the initial view, so that a handful of customers is shown in their region, not in
 * their street.
 */
export const maxOpeningZoom = 10;

/** Width in pixels below which panels are sheets over the lower half of the map. */
export const narrowWidth = 768;
/** Width in pixels that the open legend covers on a wide map. */
const legendWidth = 240;

/**
 * Returns the padding in pixels that keeps the initial view clear of the controls over the map's
 * edges.
 */
export const openingPadding = (
  width: number,
): Record<'top' | 'bottom' | 'left' | 'right', number> =>
  width < narrowWidth
    ? { top: 110, bottom: 110, left: 24, right: 40 }
    : { top: 84, bottom: 24, left: legendWidth, right: 40 };

/** Rounds a zoom down to half levels, for which clusters are computed. */
export const clusterLevel = (zoom: number): number => Math.floor(zoom * 2) / 2;

export interface View {
  bounds: Bounds;
  zoom: number;
}

export interface Place {
  longitude: number;
  latitude: number;
}

export interface MapHandlers {
  /** The view changed. `settled` is `true` after the movement has stopped. */
  onView: (view: View, settled: boolean, byUser: boolean) => void;
  /** A mark was clicked or tapped. A tap has no hover before it. */
  onPick: (layer: Layer, cluster: Cluster, how: 'click' | 'tap') => void;
  onHover: (layer: Layer, cluster: Cluster) => void;
  onHoverEnd: () => void;
  /** The map has rendered its first complete frame. */
  onDrawn: () => void;
  /** The map was clicked outside any mark. */
  onPickNothing: () => void;
  /** A part of the base map failed to load; marks are still drawn. */
  onFailure: (message: string) => void;
}

export interface MapView {
  draw: (layer: Layer, clusters: readonly Cluster[], iconOf: (cluster: Cluster) => Icon) => void;
  setScheme: (scheme: Scheme) => void;
  goTo: (place: Place, zoom: number) => void;
  /** Goes to the place without animation. */
  jumpTo: (place: Place, zoom: number) => void;
  fit: (bounds: Bounds) => void;
  /** Sets the initial view without animation. */
  openAt: (bounds: Bounds) => void;
  zoomOut: () => void;
  setHighlight: (place: Place | null) => void;
  setUser: (place: Place | null) => void;
  /**
   * Shows the element at the place until `closePopup`. `covered` is the width in pixels of the
   * panel over the map's right edge.
   */
  openPopup: (place: Place, content: HTMLElement, covered: number) => void;
  closePopup: () => void;
  destroy: () => void;
}

/** WebGL is missing or blocked in this browser. */
export class CannotDraw extends Error {}
