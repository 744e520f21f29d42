import 'maplibre-gl/dist/maplibre-gl.css';
import {
  AttributionControl,
  type GeoJSONSource,
  GPUInitializationError,
  type MapLayerMouseEvent,
  Map as MapLibreMap,
  type MapOptions,
  NavigationControl,
  Popup,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { schemeColors } from '#web/ui/theme.ts';
import { bundledStyle, countiesFromZoom, loadCounties } from './base-map.ts';
import type { Cluster } from './clusters.ts';
import { countLabel, type Icon, rasterizeIcon, type Scheme } from './icons.ts';
import type { Bounds } from './mercator.ts';
import { loadOutlines } from './outlines.ts';
import { empty, layers, overlayLayers, overlays, pointFeature } from './overlays.ts';
import {
  CannotDraw,
  deepestZoom,
  defaultBounds,
  type Layer,
  type MapHandlers,
  type MapView,
  maxOpeningZoom,
  narrowWidth,
  openingPadding,
  type Place,
  type View,
} from './view.ts';

setWorkerUrl(workerUrl);

interface Options extends MapHandlers {
  styleUrl: string | null;
  scheme: Scheme;
}

const failures = {
  style: 'Couldn’t load the configured base map. Showing outlines instead.',
  outlines: 'Couldn’t load the map outlines. All practices are still shown.',
  parts: 'Couldn’t load parts of the base map. All practices are still shown.',
};

const cornersOf = ({ west, south, east, north }: Bounds): [number, number, number, number] => [west, south, east, north];
/** Number of icons above which unused icons are removed from the map. */
const mostIcons = 500;
/** Layers of single circles, bottom to top. */
const spotLayers = ['highlight', 'user'] as const;
type Spot = (typeof spotLayers)[number];

function startMap(options: MapOptions): MapLibreMap {
  try {
    return new MapLibreMap(options);
  } catch (cause) {
    if (cause instanceof GPUInitializationError) throw new CannotDraw('No WebGL', { cause });
    throw cause;
  }
}

/** Creates a map in the container. Throws `CannotDraw` without WebGL. */
export function createMapView(container: HTMLElement, options: Options): MapView {
  let scheme = options.scheme;
  let colored = scheme;
  let bundled = options.styleUrl === null;
  let ready = false;
  let isGone = false;
  let countiesRequested = false;
  let lastTouch = 0;
  const drawn = new Map<Layer, { clusters: readonly Cluster[]; data: GeoJSON.FeatureCollection }>();
  const icons = new Map<string, Icon>();
  const spots = new Map<Spot, GeoJSON.FeatureCollection>();

  const map = startMap({
    container,
    style: options.styleUrl ?? bundledStyle(scheme),
    bounds: cornersOf(defaultBounds),
    fitBoundsOptions: { padding: openingPadding(container.clientWidth) },
    minZoom: 1.5,
    maxZoom: deepestZoom,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: 0,
    attributionControl: false,
    locale: {
      'Map.Title': 'Map of practices. Arrow keys move it, plus and minus zoom. “List practices in view” shows the same as text.',
    },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new AttributionControl({ compact: false }), 'bottom-right');
  map.addControl(new NavigationControl({ showCompass: false }), 'bottom-right');
  const popup = new Popup({
    closeButton: false,
    closeOnClick: false,
    focusAfterOpen: false,
    maxWidth: 'none',
    offset: 18,
    className: 'practice-popup',
  });

  /** Offset that keeps a place clear of the sheet over the lower half of the map on a phone. */
  const aboveSheet = (): [number, number] => [0, container.clientWidth < narrowWidth ? -container.clientHeight * 0.2 : 0];
  const sourceOf = (id: string) => map.getSource<GeoJSONSource>(id);

  function addOverlays() {
    for (const id of layers) map.addSource(id, { type: 'geojson', data: drawn.get(id)?.data ?? empty, maxzoom: deepestZoom });
    for (const id of spotLayers) map.addSource(id, { type: 'geojson', data: spots.get(id) ?? empty });
    for (const icon of icons.values()) addIcon(icon);
    for (const layer of overlayLayers(schemeColors[scheme])) map.addLayer(layer);
  }

  function addIcon(icon: Icon) {
    if (!map.hasImage(icon.id)) map.addImage(icon.id, rasterizeIcon(icon), { pixelRatio: 2 });
  }

  function removeUnusedIcons(used: ReadonlySet<string>) {
    for (const id of icons.keys()) {
      if (used.has(id) || [...drawn.values()].some(({ data }) => data.features.some(({ properties }) => properties?.icon === id))) continue;
      icons.delete(id);
      if (map.hasImage(id)) map.removeImage(id);
    }
  }

  async function firstPicture() {
    const outlines = bundled ? await loadOutlines() : undefined;
    if (isGone) return;
    if (outlines) {
      sourceOf('land')?.setData({ type: 'MultiPolygon', coordinates: outlines.land });
      sourceOf('states')?.setData({ type: 'MultiLineString', coordinates: outlines.states });
    }
    map.once('idle', options.onDrawn);
    map.triggerRepaint();
  }

  async function addCounties() {
    countiesRequested = true;
    const counties = await loadCounties();
    sourceOf('counties')?.setData(counties);
  }

  const viewNow = (): View => {
    const bounds = map.getBounds();
    return {
      bounds: { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() },
      zoom: map.getZoom(),
    };
  };

  let byUser = false;
  const reportView = (settled: boolean, movedByUser: boolean) => {
    if (bundled && ready && !countiesRequested && map.getZoom() >= countiesFromZoom)
      addCounties().catch(() => options.onFailure(failures.outlines));
    options.onView(viewNow(), settled, movedByUser);
  };

  /** Applies the colors of the current scheme and keeps the overlays. */
  function recolour() {
    colored = scheme;
    if (bundled) {
      map.setStyle(bundledStyle(scheme), {
        transformStyle: (previous, next) => ({
          ...next,
          sources: previous?.sources ?? next.sources,
          layers: [...next.layers, ...(previous?.layers.filter(({ id }) => overlays.has(id)) ?? [])],
        }),
      });
    }
    for (const layer of layers) map.setPaintProperty(layer, 'text-color', schemeColors[scheme].text);
    map.setPaintProperty('highlight', 'circle-stroke-color', schemeColors[scheme].accent);
  }

  map.on('style.load', () => {
    // A change of colors loads the style again but keeps the sources.
    if (sourceOf('practices')) return;
    addOverlays();
    if (colored !== scheme) recolour();
    ready = true;
    countiesRequested = false;
    firstPicture().catch(() => {
      options.onFailure(failures.outlines);
      options.onDrawn();
    });
    reportView(true, false);
  });
  map.on('error', () => {
    if (bundled || ready) {
      options.onFailure(failures.parts);
      return;
    }
    // When a configured style fails to load, the bundled outlines replace it.
    bundled = true;
    map.setStyle(bundledStyle(scheme), { diff: false });
    options.onFailure(failures.style);
  });
  // Not every event of a movement carries the user's event, and wheel movements never do. One sign of the user marks the whole movement.
  const movedBy = (event: object) => {
    if ('originalEvent' in event && event.originalEvent) byUser = true;
  };
  map.on('movestart', movedBy);
  map.on('wheel', () => {
    byUser = true;
  });
  map.on('move', (event) => {
    movedBy(event);
    reportView(false, false);
  });
  map.on('moveend', (event) => {
    movedBy(event);
    reportView(true, byUser);
    byUser = false;
  });
  map.on('touchstart', () => {
    lastTouch = Date.now();
  });

  const clusterAt = (layer: Layer, event: MapLayerMouseEvent) => drawn.get(layer)?.clusters[Number(event.features?.[0]?.properties.at)];
  for (const layer of layers) {
    map.on('click', layer, (event) => {
      const cluster = clusterAt(layer, event);
      if (cluster && !event.defaultPrevented) {
        event.preventDefault();
        options.onPick(layer, cluster, Date.now() - lastTouch < 1000 ? 'tap' : 'click');
      }
    });
    map.on('mousemove', layer, (event) => {
      const cluster = clusterAt(layer, event);
      if (cluster) options.onHover(layer, cluster);
      map.getCanvas().style.cursor = 'pointer';
    });
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = '';
      options.onHoverEnd();
    });
  }

  map.on('click', (event) => {
    if (!event.defaultPrevented) options.onPickNothing();
  });

  function setSpot(id: Spot, place: Place | null) {
    const data: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: place ? [pointFeature(place, {})] : [] };
    spots.set(id, data);
    sourceOf(id)?.setData(data);
  }

  return {
    draw(layer, clusters, iconOf) {
      const features = clusters.map((cluster, at) => {
        const icon = iconOf(cluster);
        if (!icons.has(icon.id)) {
          icons.set(icon.id, icon);
          if (ready) addIcon(icon);
        }
        return pointFeature(cluster, {
          at,
          icon: icon.id,
          count: cluster.count,
          label: countLabel(cluster.count),
        });
      });
      if (icons.size > mostIcons) removeUnusedIcons(new Set(features.map(({ properties }) => String(properties?.icon))));
      const data: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features };
      drawn.set(layer, { clusters, data });
      sourceOf(layer)?.setData(data);
    },
    setScheme(next) {
      if (next === scheme) return;
      scheme = next;
      if (ready) recolour();
    },
    // Both animations are non-essential, so the library skips them with reduced motion.
    goTo: (place, zoom) => void map.flyTo({ center: [place.longitude, place.latitude], zoom, offset: aboveSheet(), maxDuration: 2500 }),
    jumpTo: (place, zoom) => void map.jumpTo({ center: [place.longitude, place.latitude], zoom }),
    fit: (bounds) =>
      void map.fitBounds(cornersOf(bounds), { padding: { top: 110, bottom: 70, left: 60, right: 60 }, maxZoom: deepestZoom - 1 }),
    openAt: (bounds) =>
      void map.fitBounds(cornersOf(bounds), { padding: openingPadding(container.clientWidth), maxZoom: maxOpeningZoom, animate: false }),
    zoomOut: () => void map.easeTo({ zoom: map.getZoom() - 2 }),
    setHighlight: (place) => setSpot('highlight', place),
    setUser: (place) => setSpot('user', place),
    openPopup(place, content, covered) {
      // Keeps the popup below the navigation and off the edges.
      popup.setPadding({ top: 84, right: 12 + covered, bottom: 12, left: 12 });
      popup.setLngLat([place.longitude, place.latitude]).setDOMContent(content).addTo(map);
    },
    closePopup: () => void popup.remove(),
    destroy() {
      isGone = true;
      popup.remove();
      map.remove();
    },
  };
}
