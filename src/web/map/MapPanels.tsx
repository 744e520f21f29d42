import { type RefObject, useMemo } from 'react';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { MapFilters, MapPanelState, MapState } from './address/map-address.ts';
import { findPointIndexesWithin } from './draw/point-table.ts';
import type { SearchRadius } from './near.ts';
import { AreaPanel } from './panels/AreaPanel.tsx';
import { NearPanel } from './panels/NearPanel.tsx';
import { SidePanel } from './panels/SidePanel.tsx';
import { UnplottablePanel } from './panels/UnplottablePanel.tsx';
import { routePathIn } from './route/route-address.ts';
import type { ComputedMapMarks } from './use-marks.ts';

interface Properties {
  state: MapState;
  marks: ComputedMapMarks;
  failed: boolean;
  onPanel: (panel: MapPanelState) => void;
  onMiles: (miles: SearchRadius) => void;
  onFilters: (filters: MapFilters) => void;
  onShowOnMap: (practice: Practice) => void;
  returnTo: RefObject<HTMLElement | null>;
}

const titles = { area: 'In this area', unplottable: 'Not on the map', near: 'Nearest customers' };

/** Panel that is open beside the map; renders nothing when no panel is open. */
export function MapPanels({
  state,
  marks,
  failed,
  onPanel,
  onMiles,
  onFilters,
  onShowOnMap,
  returnTo,
}: Properties) {
  const { panel, miles, filters } = state;
  const { plotted, practices } = marks;
  const area = panel.kind === 'area' ? panel.bounds : null;
  const inArea = useMemo(() => {
    if (!plotted || !practices.marks || !area) return [];
    const { points } = plotted;
    return findPointIndexesWithin(points, area, practices.marks.visible).flatMap(
      (at) => points.rows[at] ?? [],
    );
  }, [plotted, practices.marks, area]);

  if (panel.kind === 'none') return null;
  const frame = { onClose: () => onPanel({ kind: 'none' }), returnTo };
  if (!plotted || !practices.marks) {
    return (
      <SidePanel
        title={titles[panel.kind]}
        summary={failed ? 'Couldn’t load practices' : 'Loading practices…'}
        {...frame}
      >
        {null}
      </SidePanel>
    );
  }
  switch (panel.kind) {
    case 'area':
      return (
        <AreaPanel
          title={titles.area}
          practices={inArea}
          routePath={routePathIn(panel.bounds)}
          onShowOnMap={onShowOnMap}
          unplottable={{
            count: plotted.unplottable.length,
            onShow: () => onPanel({ kind: 'unplottable' }),
          }}
          {...frame}
        />
      );
    case 'unplottable':
      return <UnplottablePanel unplottable={plotted.unplottable} {...frame} />;
    case 'near':
      return (
        <NearPanel
          place={panel.place}
          name={panel.name}
          points={plotted.points}
          visible={practices.marks.visible}
          {...{ miles, onMiles, filters, onFilters, onShowOnMap }}
          {...frame}
        />
      );
  }
}
