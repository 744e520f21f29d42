import { Alert, Anchor, Stack, Text, useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { countText } from '#shared/core/words.ts';
import { formatListQueryString } from '#shared/list/address.ts';
import type { ListState } from '#shared/list/state.ts';
import type { getProspectPoints } from '#shared/prospects/list.ts';
import type { ProspectStage } from '#shared/prospects/stages.ts';
import { clientSettingsQuery } from '#web/core/settings.ts';
import { type Cluster, computePointBounds } from '../draw/clusters.ts';
import { computeMainBounds, findPointIndexesWithin } from '../draw/point-table.ts';
import { useDrawPoints } from '../draw/use-draw-points.ts';
import { useMapView } from '../draw/use-map-view.ts';
import type { MapCoordinates, MapViewport } from '../draw/view.ts';
import { computeZoomInBounds } from '../draw/zoom-in-bounds.ts';
import { LassoOverlay } from '../lasso/LassoOverlay.tsx';
import { findPointIndexesInOutline } from '../lasso/outline.ts';
import { useEscape } from '../popup/use-escape.ts';
import { type Picked, ProspectPopup } from './ProspectPopup.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { StageLegend } from './StageLegend.tsx';
import styles from './sales-map.module.css';
import { useStagePoints } from './use-stage-points.ts';

interface Properties {
  answer: ResponseOf<typeof getProspectPoints>;
  /** Search and filters of the prospects, for links to the list. */
  state: ListState;
}

const mapLabel =
  'Map of prospects. Arrow keys pan the map, plus and minus zoom. The list shows the same prospects as text.';

/** Map of prospects by stage, with links for the prospects in view. */
export function SalesMap({ answer, state }: Properties) {
  const container = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const settings = useQuery(clientSettingsQuery);
  const [hidden, setHidden] = useState<ReadonlySet<ProspectStage>>(new Set());
  const [picked, setPicked] = useState<Picked | null>(null);
  const [viewport, setViewport] = useState<MapViewport | null>(null);
  const [isDrawing, setDrawing] = useState(false);
  const [outline, setOutline] = useState<readonly MapCoordinates[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const isFitted = useRef(false);

  const { points, marks, iconOf } = useStagePoints(answer.points, hidden, scheme);
  const { view, unable } = useMapView(container, {
    styleUrl: settings.isPending ? undefined : (settings.data?.mapStyleUrl ?? null),
    scheme,
    label: mapLabel,
    onView(now, isSettled) {
      draw(now, isSettled);
      if (isSettled) setViewport(now);
    },
    onPick: (_layer, cluster) => pick(cluster),
    onPickNothing: () => setPicked(null),
    onHover: () => undefined,
    onHoverEnd: () => undefined,
    onDrawn: () => undefined,
    onFailure: setFailure,
  });
  // The layer of practices draws its marks as pins with counts, which prospects are here too.
  const draw = useDrawPoints(view, 'practices', points, marks, iconOf);
  useEffect(() => {
    const bounds = computeMainBounds(points);
    if (!view || bounds === null || isFitted.current) return;
    isFitted.current = true;
    view.openAt(bounds);
  }, [view, points]);

  /** Zooms in to the cluster, or opens the popup when its prospects share a place. */
  function pick(cluster: Cluster) {
    const bounds = computeZoomInBounds(points, cluster, viewport?.zoom ?? 0);
    if (bounds) {
      view?.fit(bounds);
      return;
    }
    const { longitude, latitude } = cluster;
    const prospects = cluster.members().flatMap((at) => points.rows[at] ?? []);
    setPicked({ place: { longitude, latitude }, prospects });
  }

  useEffect(() => view?.setOutline(outline), [view, outline]);
  useEscape(() => {
    if (isDrawing) setDrawing(false);
    else setPicked(null);
  });

  const hasArea = outline.length > 0;
  const selected = useMemo(() => {
    const indexes = hasArea
      ? findPointIndexesInOutline(points, outline, marks.visible)
      : viewport === null
        ? []
        : findPointIndexesWithin(points, viewport.bounds, marks.visible);
    return indexes.flatMap((at) => points.rows[at] ?? []);
  }, [points, marks, viewport, hasArea, outline]);
  const allBounds = useMemo(() => computePointBounds(points, [...points.rows.keys()]), [points]);
  const { search, filters } = state;
  const listPath = (of: ListState['filters']) =>
    `${paths.prospects}?${formatListQueryString({ search, filters: of })}`;
  if (unable)
    return (
      <Alert variant="default" title="This browser can’t draw the map">
        The map needs WebGL 2. Turn on hardware acceleration in your browser settings, or{' '}
        <Anchor component={Link} to={listPath(filters)} inherit underline="always">
          open the list
        </Anchor>
        , which has the same prospects.
      </Alert>
    );
  return (
    <Stack gap="sm">
      <StageLegend prospects={points.rows} hidden={hidden} onHidden={setHidden} />
      <div className={styles.frame} data-guide="sales-map">
        <div ref={container} className={styles.canvas} />
        {isDrawing && view !== null && (
          <LassoOverlay
            view={view}
            onOutline={(drawn) => {
              setDrawing(false);
              setOutline(drawn);
            }}
            onCancel={() => setDrawing(false)}
          />
        )}
      </div>
      {failure !== null && (
        <Text size="sm" role="status">
          {failure}
        </Text>
      )}
      <SelectionBar
        selected={selected}
        hasArea={hasArea}
        onDraw={
          view === null
            ? undefined
            : () => {
                setPicked(null);
                setDrawing(true);
              }
        }
        onClear={() => setOutline([])}
        onShowAll={allBounds === null ? undefined : () => view?.fit(allBounds)}
      />
      {answer.withoutPosition > 0 && (
        <Text size="sm">
          {countText(answer.withoutPosition, 'prospect')} without a position.{' '}
          <Anchor
            component={Link}
            to={listPath([
              ...filters.filter(({ column }) => column !== 'position'),
              { column: 'position', kind: 'empty' },
            ])}
            inherit
            underline="always"
          >
            Show in the list
          </Anchor>
        </Text>
      )}
      {picked !== null && view !== null && (
        <ProspectPopup view={view} picked={picked} onClose={() => setPicked(null)} />
      )}
    </Stack>
  );
}
