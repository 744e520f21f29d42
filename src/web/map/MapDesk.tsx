import { useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { healthTiers } from '#shared/core/tiers.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import { practicesQuery } from '#web/institutions/data.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { prospectsQuery } from '#web/prospects/data.ts';
import { useProspectDialog } from '#web/prospects/prospect-dialog.ts';
import { AreaPanel } from './AreaPanel.tsx';
import { boundsOf, type Cluster, canExpand } from './clusters.ts';
import { clusterIcon, pinIcon, prospectIcon } from './icons.ts';
import { type Filters, Legend } from './Legend.tsx';
import { LegendButton } from './LegendButton.tsx';
import { MapNotice } from './MapNotice.tsx';
import styles from './map.module.css';
import type { Bounds } from './mercator.ts';
import { NearPanel } from './NearPanel.tsx';
import { PopupContent, type PopupSubject } from './PopupContent.tsx';
import {
  coordinateOf,
  everyKind,
  mainExtent,
  nearestPoints,
  type Points,
  pointsWithin,
  practicePoints,
  prospectPoints,
  shownKinds,
  tierOfKind,
} from './points.ts';
import { practiceAt, tierCounts } from './practice-lists.ts';
import { UnplottablePanel } from './UnplottablePanel.tsx';
import { useAskedFor } from './use-asked-for.ts';
import { useDrawnPoints } from './use-drawn-points.ts';
import { useMapView } from './use-map-view.ts';
import { usePopup } from './use-popup.ts';
import { deepestZoom, type Layer, type Place, type View } from './view.ts';
import { Welcome } from './Welcome.tsx';
import { WithoutMap } from './WithoutMap.tsx';

type Panel = { kind: 'none' } | { kind: 'area'; bounds: Bounds } | { kind: 'unplottable' } | { kind: 'near' };

const noPanel: Panel = { kind: 'none' };
const everything: Filters = { tiers: new Set(healthTiers), grace: true, prospects: true };
const nearest = 25;
/** Zoom at which one practice is shown in its streets, and a user in their county. */
const practiceZoom = 11;
const userZoom = 9;

const placeOf = (row: { longitude: number | string | null; latitude: number | string | null }): Place => ({
  longitude: coordinateOf(row.longitude) ?? 0,
  latitude: coordinateOf(row.latitude) ?? 0,
});

/** The map with everything that lies on it. */
export function MapDesk({ styleUrl }: { styleUrl: string | null | undefined }) {
  const container = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const wide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const practices = useQuery(practicesQuery);
  const prospects = useQuery(prospectsQuery);
  const openInstitution = useInstitutionModal();
  const openProspect = useProspectDialog();
  const [filters, setFilters] = useState(everything);
  const [panel, setPanel] = useState<Panel>(noPanel);
  const [legendOpen, setLegendOpen] = useState<boolean | null>(null);
  const [settled, setSettled] = useState<View | null>(null);
  const [moved, setMoved] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const asked = useAskedFor();

  const plotted = useMemo(() => practices.data && practicePoints(practices.data), [practices.data]);
  const plottedProspects = useMemo(() => prospects.data && prospectPoints(prospects.data), [prospects.data]);
  const shown = useMemo(() => shownKinds(filters.tiers, filters.grace), [filters.tiers, filters.grace]);
  const points = plotted?.points;

  const { view, unable } = useMapView(container, {
    styleUrl,
    scheme,
    onView(now, isSettled, byUser) {
      drawPractices(now, isSettled);
      drawProspects(now, isSettled);
      if (isSettled) setSettled(now);
      if (byUser) setMoved(true);
    },
    onPick: pick,
    onPickNothing: closePopup,
    onHover(layer, cluster) {
      const subject = cluster.count === 1 ? subjectOf(layer, cluster) : null;
      if (subject) popup.hover(subject);
    },
    onHoverEnd: () => popup.leave(),
    onFailure: setFailure,
  });
  const popup = usePopup(view);

  const practiceIcon = useMemo(() => {
    return (cluster: Cluster) => {
      const kind = cluster.count === 1 ? points?.kind[cluster.members()[0] ?? 0] : undefined;
      return kind === undefined
        ? clusterIcon(cluster.count, cluster.tiers, scheme)
        : pinIcon(tierOfKind(kind), kind >= healthTiers.length, scheme);
    };
  }, [points, scheme]);
  const prospectIconNow = useMemo(() => (cluster: Cluster) => prospectIcon(cluster.count, scheme), [scheme]);
  const drawPractices = useDrawnPoints(view, 'practices', points, shown, practiceIcon);
  const drawProspects = useDrawnPoints(view, 'prospects', plottedProspects?.points, filters.prospects ? everyKind : null, prospectIconNow);

  function subjectOf(layer: Layer, cluster: Cluster): PopupSubject | null {
    const members = cluster.members();
    const place = { longitude: cluster.longitude, latitude: cluster.latitude };
    if (layer === 'practices') {
      const rows = members.map((at) => points?.rows[at]).filter((row) => row !== undefined);
      const [practice] = rows;
      if (!practice) return null;
      return rows.length === 1 ? { kind: 'practice', practice, place } : { kind: 'practices', practices: rows, place };
    }
    const rows = members.map((at) => plottedProspects?.points.rows[at]).filter((row) => row !== undefined);
    const [prospect] = rows;
    if (!prospect) return null;
    return rows.length === 1 ? { kind: 'prospect', prospect, place } : { kind: 'prospects', prospects: rows, place };
  }

  /** A click opens what it hit; a finger, which cannot hover, gets the popup first; a cluster opens up, or lists what shares its place. */
  function pick(layer: Layer, cluster: Cluster, how: 'click' | 'tap') {
    const source = layer === 'practices' ? points : plottedProspects?.points;
    const bounds = source && cluster.count > 1 ? boundsOf<unknown>(source, cluster.members()) : null;
    if (bounds && canExpand(bounds, deepestZoom) && (settled?.zoom ?? 0) < deepestZoom - 0.5) {
      view?.fit(bounds);
      return;
    }
    const subject = subjectOf(layer, cluster);
    if (!subject) return;
    if (how === 'click' && subject.kind === 'practice') openInstitution(subject.practice.institutionId);
    else if (how === 'click' && subject.kind === 'prospect') openProspect(subject.prospect);
    else popup.open(subject);
  }

  function closePopup() {
    popup.close();
    asked.clearFocus();
  }

  function showOnMap(practice: Practice) {
    const place = placeOf(practice);
    view?.goTo(place, practiceZoom);
    popup.open({ kind: 'practice', practice, place });
    if (!wide) setPanel(noPanel);
  }

  const { focus, user } = asked;
  /** Customers of one state are not looked for on the whole country; whoever is on the way somewhere is left alone. */
  const openOnCustomers = useEffectEvent((customers: Points<Practice>) => {
    const extent = mainExtent(customers);
    if (extent && !moved && !focus && !user) view?.openAt(extent);
  });
  useEffect(() => {
    if (view && points) openOnCustomers(points);
  }, [view, points]);
  useEffect(() => {
    if (focus) view?.goTo(focus.place, practiceZoom);
    view?.setHighlight(focus?.place ?? null);
  }, [view, focus]);

  const openFocus = popup.open;
  useEffect(() => {
    if (!focus) return;
    const { place } = focus;
    if (focus.kind === 'practice') {
      const practice = practiceAt(practices.data ?? [], focus.institutionId, place.latitude, place.longitude);
      if (practice) openFocus({ kind: 'practice', practice, place });
      return;
    }
    const prospect = prospects.data?.find(({ prospectId }) => prospectId === focus.prospectId);
    openFocus(prospect ? { kind: 'prospect', prospect, place } : { kind: 'name', name: focus.name, place });
  }, [focus, practices.data, prospects.data, openFocus]);

  const goToUser = useEffectEvent((place: Place) => {
    view?.goTo(place, userZoom);
    setPanel({ kind: 'near' });
  });
  useEffect(() => {
    if (!view || !user) return;
    view.setUser(user);
    goToUser(user);
  }, [view, user]);

  const areaBounds = panel.kind === 'area' ? panel.bounds : null;
  const inArea = useMemo(
    () => (points && areaBounds ? pointsWithin(points, areaBounds, shown).flatMap((at) => points.rows[at] ?? []) : []),
    [points, areaBounds, shown],
  );
  const near = useMemo(
    () => (points && user ? nearestPoints(points, user.longitude, user.latitude, nearest, shown) : []),
    [points, user, shown],
  );
  const inView = useMemo(() => (points && settled ? pointsWithin(points, settled.bounds, shown).length : null), [points, settled, shown]);
  const counts = useMemo(() => tierCounts(points?.rows.filter(({ inGrace }) => !inGrace) ?? []), [points]);
  const graceCount = useMemo(() => points?.rows.reduce((sum, { inGrace }) => sum + Number(inGrace), 0) ?? 0, [points]);

  if (unable) return <WithoutMap practices={practices.data ?? []} isPending={practices.isPending} />;

  const listArea = () => {
    if (!settled) return;
    setMoved(false);
    setPanel({ kind: 'area', bounds: settled.bounds });
    if (!wide) setLegendOpen(false);
  };
  const close = () => setPanel(noPanel);
  return (
    <main className={styles.page}>
      <VisuallyHidden>
        <h1>Map of practices</h1>
      </VisuallyHidden>
      <div ref={container} className={styles.canvas} data-guide="map" />
      {popup.subject &&
        createPortal(
          // biome-ignore lint/a11y/noStaticElementInteractions: no control of its own, it only hears what happens in the popup to keep it open or close it
          <div
            onPointerEnter={popup.stay}
            onPointerLeave={popup.leave}
            onFocus={popup.pin}
            onKeyDown={(event) => {
              if (event.key === 'Escape') closePopup();
            }}
          >
            <PopupContent subject={popup.subject} onClose={closePopup} />
          </div>,
          popup.element,
        )}
      <MapNotice
        practices={practices}
        failure={failure}
        locating={asked.locating}
        inView={inView}
        total={points?.rows.length ?? 0}
        filtered={filters.tiers.size < healthTiers.length || !filters.grace}
        moved={moved}
        onSearchArea={listArea}
        onDismiss={() => setFailure(null)}
        onShowAll={() => setFilters(everything)}
        onZoomOut={() => view?.zoomOut()}
      />
      {panel.kind === 'none' && <Welcome />}
      <div className={styles.legendPlace} data-guide="map-legend">
        {(legendOpen ?? wide) ? (
          <Legend
            counts={counts}
            graceCount={graceCount}
            prospectCount={plottedProspects?.points.rows.length ?? 0}
            unplottableCount={plotted?.unplottable.length ?? 0}
            filters={filters}
            onFilters={setFilters}
            onListInView={listArea}
            onUnplottable={() => {
              setPanel({ kind: 'unplottable' });
              if (!wide) setLegendOpen(false);
            }}
            onFold={() => setLegendOpen(false)}
          />
        ) : (
          <LegendButton unplottableCount={plotted?.unplottable.length ?? 0} onOpen={() => setLegendOpen(true)} />
        )}
      </div>
      {panel.kind === 'area' && <AreaPanel title="In this area" practices={inArea} onShowOnMap={showOnMap} onClose={close} />}
      {panel.kind === 'unplottable' && <UnplottablePanel unplottable={plotted?.unplottable ?? []} onClose={close} />}
      {panel.kind === 'near' && user && points && <NearPanel near={near} onShowOnMap={showOnMap} onClose={close} />}
    </main>
  );
}
