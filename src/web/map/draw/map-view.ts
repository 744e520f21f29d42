import type { GeoJSONSource } from 'maplibre-gl';
import { schemeColors } from '#web/ui/theme.ts';
import { createBundledMapStyle, loadCounties, minimumCountyZoom } from './base-map.ts';
import type { Cluster } from './clusters.ts';
import { boundsCorners, createMapLibreMap, createPopup } from './create-map-libre-map.ts';
import { type ColorScheme, clusterCountText } from './icons.ts';
import { watchMovement, watchPointer } from './map-events.ts';
import { createMapIcons } from './map-icons.ts';
import { loadOutlines } from './outlines.ts';
import {
  createOverlayLayers,
  emptyFeatureCollection,
  markLayerNames,
  outlineFeature,
  overlaySourceIds,
  pointFeature,
  type ShapeLayer,
  shapeLayerNames,
} from './overlays.ts';
import {
  computeInitialViewPadding,
  type MapHandlers,
  type MapView,
  type MapViewport,
  type MarkLayer,
  maxInitialZoom,
  maxZoom,
  narrowViewportWidth,
} from './view.ts';

interface Options extends MapHandlers {
  styleUrl: string | null;
  scheme: ColorScheme;
  /** Accessible name of the map. */
  label: string;
}

const failures = {
  style: 'Couldn’t load the configured base map. Showing outlines instead.',
  outlines: 'Couldn’t load the map outlines. All practices are still shown.',
  parts: 'Couldn’t load parts of the base map. All practices are still shown.',
};

/** Creates a map in the container. Throws `WebGlUnavailable` when WebGL is missing. */
export function createMapView(container: HTMLElement, options: Options): MapView {
  let scheme = options.scheme;
  let colored = scheme;
  let bundled = options.styleUrl === null;
  let ready = false;
  let isGone = false;
  let countiesRequested = false;
  const drawn = new Map<
    MarkLayer,
    { clusters: readonly Cluster[]; data: GeoJSON.FeatureCollection }
  >();
  const shapes = new Map<ShapeLayer, GeoJSON.FeatureCollection>();

  const map = createMapLibreMap(
    container,
    options.styleUrl ?? createBundledMapStyle(scheme),
    options.label,
  );
  const popup = createPopup();
  const icons = createMapIcons(map);

  /**
   * Returns the offset in pixels that keeps a place visible above a panel. On a phone, panels cover
   * the lower half of the map.
   */
  const aboveSheet = (): [number, number] => [
    0,
    container.clientWidth < narrowViewportWidth ? -container.clientHeight * 0.2 : 0,
  ];
  const sourceOf = (id: string) => map.getSource<GeoJSONSource>(id);

  function addOverlays() {
    for (const id of markLayerNames)
      map.addSource(id, {
        type: 'geojson',
        data: drawn.get(id)?.data ?? emptyFeatureCollection,
        maxzoom: maxZoom,
      });
    for (const id of shapeLayerNames)
      map.addSource(id, { type: 'geojson', data: shapes.get(id) ?? emptyFeatureCollection });
    icons.addAll();
    for (const layer of createOverlayLayers(schemeColors[scheme])) map.addLayer(layer);
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

  const viewNow = (): MapViewport => {
    const bounds = map.getBounds();
    return {
      bounds: {
        west: bounds.getWest(),
        south: bounds.getSouth(),
        east: bounds.getEast(),
        north: bounds.getNorth(),
      },
      zoom: map.getZoom(),
    };
  };

  const reportView = (settled: boolean, movedByUser: boolean) => {
    if (bundled && ready && !countiesRequested && map.getZoom() >= minimumCountyZoom)
      addCounties().catch(() => options.onFailure(failures.outlines));
    options.onView(viewNow(), settled, movedByUser);
  };

  /** Applies the colors of the current scheme and keeps the overlays. */
  function recolor() {
    colored = scheme;
    if (bundled) {
      map.setStyle(createBundledMapStyle(scheme), {
        transformStyle: (previous, next) => ({
          ...next,
          sources: previous?.sources ?? next.sources,
          layers: [
            ...next.layers,
            ...(previous?.layers.filter(({ id }) => overlaySourceIds.has(id)) ?? []),
          ],
        }),
      });
    }
    for (const layer of markLayerNames)
      map.setPaintProperty(layer, 'text-color', schemeColors[scheme].text);
    map.setPaintProperty('highlight', 'circle-stroke-color', schemeColors[scheme].accent);
    map.setPaintProperty('outline', 'line-color', schemeColors[scheme].accent);
  }

  map.on('style.load', () => {
    // After a change of the color scheme, the style is loaded again, but the sources already exist.
    if (sourceOf('practices')) return;
    addOverlays();
    if (colored !== scheme) recolor();
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
    // When the configured base map fails to load, the bundled outlines replace it.
    bundled = true;
    map.setStyle(createBundledMapStyle(scheme), { diff: false });
    options.onFailure(failures.style);
  });
  watchMovement(map, reportView);
  watchPointer(map, options, (layer, at) => drawn.get(layer)?.clusters[at]);

  function setShape(id: ShapeLayer, features: GeoJSON.Feature[]) {
    const data: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features };
    shapes.set(id, data);
    sourceOf(id)?.setData(data);
  }

  return {
    draw(layer, clusters, iconOf) {
      const features = clusters.map((cluster, at) => {
        const icon = iconOf(cluster);
        icons.add(icon, ready);
        return pointFeature(cluster, {
          at,
          icon: icon.id,
          count: cluster.count,
          label: clusterCountText(cluster.count),
        });
      });
      const data: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features };
      drawn.set(layer, { clusters, data });
      icons.removeUnused(() =>
        [...drawn.values()].flatMap((each) =>
          each.data.features.map(({ properties }) => String(properties?.icon)),
        ),
      );
      sourceOf(layer)?.setData(data);
    },
    setScheme(next) {
      if (next === scheme) return;
      scheme = next;
      if (ready) recolor();
    },
    // The animations are not marked as essential, so the library skips them when the user prefers
    // reduced motion.
    goTo: (place, zoom) =>
      void map.flyTo({
        center: [place.longitude, place.latitude],
        zoom,
        offset: aboveSheet(),
        maxDuration: 2500,
      }),
    jumpTo: (place, zoom) => void map.jumpTo({ center: [place.longitude, place.latitude], zoom }),
    fit: (bounds) =>
      void map.fitBounds(boundsCorners(bounds), {
        padding: { top: 110, bottom: 70, left: 60, right: 60 },
        maxZoom: maxZoom - 1,
      }),
    openAt: (bounds) =>
      void map.fitBounds(boundsCorners(bounds), {
        padding: computeInitialViewPadding(container.clientWidth),
        maxZoom: maxInitialZoom,
        animate: false,
      }),
    zoomOut: () => void map.easeTo({ zoom: map.getZoom() - 2 }),
    setHighlight: (place) => setShape('highlight', place ? [pointFeature(place, {})] : []),
    setUser: (place) => setShape('user', place ? [pointFeature(place, {})] : []),
    setOutline: (outline) =>
      setShape('outline', outline.length > 0 ? [outlineFeature(outline)] : []),
    coordinatesAt([x, y]) {
      const { lng, lat } = map.unproject([x, y]);
      return { longitude: lng, latitude: lat };
    },
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
