import type { Cluster } from './clusters.ts';
import type { Icon, Scheme } from './icons.ts';
import type { Bounds } from './mercator.ts';

export type Layer = 'practices' | 'prospects';
export const deepestZoom = 18;
/** The contiguous states, where the map begins until it knows where the customers are. */
export const home: Bounds = { west: -125, south: 24.3, east: -66.5, north: 49.6 };

/** A handful of customers is shown in their region, not in their street. */
export const mostOpeningZoom = 10;

/** Below this width, in pixels, panels are sheets over the lower part. */
export const narrow = 768;
/** What the open legend covers of a wide map. */
const legendWidth = 240;

/** What lies over the edges of a map of this width when it opens, in pixels. */
export const openingPadding = (width: number): Record<'top' | 'bottom' | 'left' | 'right', number> =>
  width < narrow ? { top: 110, bottom: 110, left: 24, right: 40 } : { top: 84, bottom: 24, left: legendWidth, right: 40 };

/** Marks are made for half zoom levels, so that they are never much nearer or further apart than they should be. */
export const levelOf = (zoom: number): number => Math.floor(zoom * 2) / 2;

export interface View {
  bounds: Bounds;
  zoom: number;
}

export interface Place {
  longitude: number;
  latitude: number;
}

export interface MapHandlers {
  /** The view changed; `settled` when it stopped. */
  onView: (view: View, settled: boolean, byUser: boolean) => void;
  /** A mark was clicked, or tapped with a finger, which cannot hover first. */
  onPick: (layer: Layer, cluster: Cluster, how: 'click' | 'tap') => void;
  onHover: (layer: Layer, cluster: Cluster) => void;
  onHoverEnd: () => void;
  /** The first whole picture stands. */
  onDrawn: () => void;
  /** The bare map was clicked. */
  onPickNothing: () => void;
  /** Something of the base map is missing; what is drawn on it is not. */
  onFailure: (message: string) => void;
}

export interface MapView {
  draw: (layer: Layer, clusters: readonly Cluster[], iconOf: (cluster: Cluster) => Icon) => void;
  setScheme: (scheme: Scheme) => void;
  goTo: (place: Place, zoom: number) => void;
  /** The same at once. */
  jumpTo: (place: Place, zoom: number) => void;
  fit: (bounds: Bounds) => void;
  /** Shows the bounds at once, as the map's first view. */
  openAt: (bounds: Bounds) => void;
  zoomOut: () => void;
  setHighlight: (place: Place | null) => void;
  setUser: (place: Place | null) => void;
  /** Shows the element at the place until `closePopup`, clear of what covers so many pixels of the map's right. */
  openPopup: (place: Place, content: HTMLElement, covered: number) => void;
  closePopup: () => void;
  destroy: () => void;
}

/** This browser has no WebGL, or keeps it from us. */
export class CannotDraw extends Error {}
