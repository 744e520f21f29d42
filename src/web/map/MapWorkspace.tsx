import { useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { healthTiers } from '#shared/core/tiers.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import { practicesQuery } from '#web/institutions/data.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { prospectsQuery } from '#web/prospects/data.ts';
import { useOpenProspectDialog } from '#web/prospects/prospect-dialog.ts';
import { allMapFilters, type MapPanelState, type MapState } from './address/map-address.ts';
import { useMapState } from './address/use-map-state.ts';
import { initialMapMarksQuery } from './data.ts';
import type { Cluster } from './draw/clusters.ts';
import { MapPreview } from './draw/MapPreview.tsx';
import { boundsCenter } from './draw/mercator.ts';
import { computeMainBounds, hasPointWithin, parseCoordinate } from './draw/point-table.ts';
import { useDrawPoints } from './draw/use-draw-points.ts';
import { useMapView } from './draw/use-map-view.ts';
import {
  defaultBounds,
  type MapCoordinates,
  type MapViewport,
  type MarkLayer,
} from './draw/view.ts';
import { computeZoomInBounds } from './draw/zoom-in-bounds.ts';
import { IncidentLegend } from './legend/IncidentLegend.tsx';
import { MapLegend } from './legend/MapLegend.tsx';
import { MapFallbackList } from './MapFallbackList.tsx';
import { MapFreshness } from './MapFreshness.tsx';
import { MapIntroduction } from './MapIntroduction.tsx';
import { MapNotice } from './MapNotice.tsx';
import { MapPanels } from './MapPanels.tsx';
import styles from './map.module.css';
import { PlaceSearch } from './movement/PlaceSearch.tsx';
import { useMapMovement } from './movement/use-map-movement.ts';
import { useMapNavigationRequests } from './movement/use-map-navigation-requests.ts';
import { MapPopup } from './popup/MapPopup.tsx';
import { practicePopupSubject, prospectPopupSubject } from './popup/subjects.ts';
import { useEscape } from './popup/use-escape.ts';
import { usePopup } from './popup/use-popup.ts';
import { useHighlightRequestedPlace } from './use-highlight-requested-place.ts';
import { useIncidents } from './use-incidents.ts';
import { useMapMarks } from './use-marks.ts';

/** Width in pixels that an open panel covers on a wide map. */
const panelWidth = 372;
const mapLabel =
  'Map of practices. Arrow keys pan the map, plus and minus zoom. “List practices in view” shows the practices as text.';
const noPanel: MapPanelState = { kind: 'none' };
const placeOf = (row: {
  longitude: number | string | null;
  latitude: number | string | null;
}): MapCoordinates => ({
  longitude: parseCoordinate(row.longitude) ?? 0,
  latitude: parseCoordinate(row.latitude) ?? 0,
});

export function MapWorkspace({ styleUrl }: { styleUrl: string | null | undefined }) {
  const container = useRef<HTMLDivElement>(null);
  const legendPlace = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const wide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const openInstitution = useInstitutionModal();
  const openProspect = useOpenProspectDialog();
  const [state, setState] = useMapState((address) => travel.toAddress(address));
  const [legendOpen, setLegendOpen] = useState<boolean | null>(null);
  const [settled, setSettled] = useState<MapViewport | null>(null);
  const [moved, setMoved] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isDrawn, setDrawn] = useState(false);
  const requests = useMapNavigationRequests();

  const change = (values: Partial<MapState>) => setState((before) => ({ ...before, ...values }));
  const setPanel = (panel: MapPanelState) => change({ panel });
  const { view, unable } = useMapView(container, {
    styleUrl,
    scheme,
    label: mapLabel,
    onView(now, isSettled, byUser) {
      drawPractices(now, isSettled);
      drawProspects(now, isSettled);
      if (byUser) {
        travel.choose();
        setMoved(true);
        setDrawn(true);
      }
      if (!isSettled) return;
      setSettled(now);
      if (travel.isChosen()) change({ at: { ...boundsCenter(now.bounds), zoom: now.zoom } });
    },
    onPick: pick,
    onPickNothing: closePopup,
    onHover(layer, cluster) {
      const subject = cluster.count === 1 ? subjectOf(layer, cluster) : null;
      if (subject) popup.hover(subject);
    },
    onHoverEnd: () => popup.leave(),
    onDrawn: () => setDrawn(true),
    onFailure: setFailure,
  });
  // The full lists load after the map library, so that they do not delay it on a slow network.
  // Until then, the map draws the much smaller list of marks.
  const mayLoadLists = view !== null || unable || state.panel.kind !== 'none';
  const known = useQueryClient().getQueryData(practicesQuery.queryKey);
  const early = useQuery({ ...initialMapMarksQuery, enabled: known === undefined });
  const practices = useQuery({ ...practicesQuery, enabled: mayLoadLists || early.isError });
  const prospects = useQuery({ ...prospectsQuery, enabled: mayLoadLists || early.isError });
  const marks = useMapMarks(practices.data ?? early.data, prospects.data, state, scheme);
  const { plotted, plottedProspects } = marks;
  const points = plotted?.points;
  const visible = marks.practices.marks?.visible;
  const { filters, panel } = state;

  const travel = useMapMovement({
    view,
    state,
    customers: points,
    requests,
    onUser: (user) => goNear(user, null),
  });
  const popup = usePopup(view, wide, panel.kind === 'none' ? 0 : panelWidth);
  const drawPractices = useDrawPoints(
    view,
    'practices',
    points,
    marks.practices.marks,
    marks.practices.iconOf,
  );
  const drawProspects = useDrawPoints(
    view,
    'prospects',
    plottedProspects?.points,
    marks.prospects.marks,
    marks.prospects.iconOf,
  );

  const incidents = useIncidents(points);

  function subjectOf(layer: MarkLayer, cluster: Cluster) {
    // Without the practice list there is no popup, because the marks have no practice names.
    if (layer === 'practices')
      return points && practices.data ? practicePopupSubject(points, cluster) : null;
    return plottedProspects ? prospectPopupSubject(plottedProspects.points, cluster) : null;
  }

  /**
   * Handles a click or tap on a mark. On a single point, a click opens its dialog and a tap opens
   * its popup. On a cluster, the map zooms in, or lists the members if they share a place.
   */
  function pick(layer: MarkLayer, cluster: Cluster, how: 'click' | 'tap') {
    const source = layer === 'practices' ? points : plottedProspects?.points;
    const bounds = source && computeZoomInBounds<unknown>(source, cluster, settled?.zoom ?? 0);
    if (bounds) {
      travel.fitTo(bounds);
      return;
    }
    const subject = subjectOf(layer, cluster);
    if (!subject) return;
    if (how === 'click' && subject.kind === 'practice')
      openInstitution(subject.practice.institutionId, [subject.practice]);
    else if (how === 'click' && subject.kind === 'prospect') openProspect(subject.prospect);
    else popup.open(subject);
  }

  function closePopup() {
    popup.close();
    requests.clearFocus();
  }

  function goNear(place: MapCoordinates, name: string | null) {
    travel.toMiles(place, state.miles);
    setPanel({ kind: 'near', place, name });
    setMoved(false);
    if (!wide) setLegendOpen(false);
  }

  function showOnMap(practice: Practice) {
    const place = placeOf(practice);
    travel.toPractice(place);
    popup.open({ kind: 'practice', practice, place });
    if (!wide) setPanel(noPanel);
  }

  useEscape(() => {
    if (popup.subject) closePopup();
    else if (panel.kind !== 'none') setPanel(noPanel);
    else if (!wide && legendOpen) setLegendOpen(false);
  });

  const nearPlace = panel.kind === 'near' && panel.name !== null ? panel.place : null;
  useHighlightRequestedPlace({
    view,
    requests,
    nearPlace,
    practices: practices.data,
    prospects: prospects.data,
    openPopup: popup.open,
  });

  const anyInView = useMemo(
    () => (points && visible && settled ? hasPointWithin(points, settled.bounds, visible) : null),
    [points, settled, visible],
  );

  if (unable)
    return <MapFallbackList practices={practices.data ?? []} isPending={practices.isPending} />;

  const listArea = () => {
    setMoved(false);
    // Until the map has loaded, `settled` is `undefined` and the main area of the points is listed.
    setPanel({
      kind: 'area',
      bounds: settled?.bounds ?? (points && computeMainBounds(points)) ?? defaultBounds,
    });
    if (!wide) setLegendOpen(false);
  };
  const showUnplottable = () => {
    setPanel({ kind: 'unplottable' });
    if (!wide) setLegendOpen(false);
  };
  const isLegendOpen = legendOpen ?? wide;
  return (
    <main className={styles.page}>
      <VisuallyHidden>
        <h1>Map of practices</h1>
      </VisuallyHidden>
      <div ref={container} className={styles.canvas} data-guide="map" />
      {!isDrawn &&
        styleUrl === null &&
        points &&
        marks.practices.marks &&
        panel.kind !== 'near' && (
          <MapPreview
            at={state.at}
            points={points}
            marks={marks.practices.marks}
            iconOf={marks.practices.iconOf}
            scheme={scheme}
          />
        )}
      <div className={styles.top}>
        <div className={styles.topSide}>
          <PlaceSearch
            onGo={({ name, latitude, longitude }) => goNear({ latitude, longitude }, name)}
          />
          <MapFreshness />
        </div>
        <MapNotice
          practices={practices}
          failure={failure}
          locating={requests.locating}
          anyInView={anyInView}
          total={points?.rows.length ?? 0}
          filtered={
            filters.tiers.size < healthTiers.length || !filters.grace || state.hidden.size > 0
          }
          moved={moved}
          onSearchArea={listArea}
          onDismiss={() => setFailure(null)}
          onShowAll={() => change({ filters: allMapFilters, hidden: new Set() })}
          onZoomOut={() => view?.zoomOut()}
        />
      </div>
      {panel.kind === 'none' && (wide || !(popup.subject || isLegendOpen)) && <MapIntroduction />}
      <MapLegend
        ref={legendPlace}
        isOpen={isLegendOpen}
        onOpen={setLegendOpen}
        marks={marks}
        state={state}
        onChange={change}
        onListInView={listArea}
        onUnplottable={showUnplottable}
      >
        <IncidentLegend
          incidents={incidents}
          visible={state.incidents}
          onVisible={(visible) => change({ incidents: visible })}
          onGo={travel.fitTo}
        />
      </MapLegend>
      <MapPanels
        state={state}
        marks={practices.data ? marks : { ...marks, plotted: undefined }}
        failed={practices.isError}
        onPanel={setPanel}
        onMiles={(miles) => {
          change({ miles });
          if (panel.kind === 'near') travel.toMiles(panel.place, miles);
        }}
        onFilters={(next) => change({ filters: next })}
        onShowOnMap={showOnMap}
        returnTo={legendPlace}
      />
      {popup.subject && (
        <MapPopup
          key={`${popup.subject.kind} ${popup.subject.place.longitude} ${popup.subject.place.latitude}`}
          popup={popup}
          subject={popup.subject}
          onMap={wide}
          onClose={closePopup}
          returnTo={legendPlace}
        />
      )}
    </main>
  );
}
