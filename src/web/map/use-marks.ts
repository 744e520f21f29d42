import { useMemo } from 'react';
import { healthTiers } from '#shared/core/tiers.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { Prospect } from '#shared/prospects/prospects.ts';
import type { MapState } from './address/map-address.ts';
import {
  type Cluster,
  createAllVisibleSingleGroup,
  type PointVisibilityAndGroups,
} from './draw/clusters.ts';
import {
  addSilentArc,
  type ColorScheme,
  clusterIcon,
  type MarkIcon,
  pinIcon,
  prospectIcon,
} from './draw/icons.ts';
import {
  computeMarkKindVisibility,
  computePointVisibility,
  createPracticePoints,
  createProspectPoints,
  type PlotResult,
} from './draw/point-table.ts';
import {
  computeGroupVisibility,
  countGroupPractices,
  countPracticesInGrace,
} from './legend/color-rules.ts';
import type { LegendCounts } from './legend/Legend.tsx';
import { type Coloring, useColoring } from './legend/use-coloring.ts';
import { customersAndPracticesText } from './panels/practice-lists.ts';
import { useSilentLocations } from './use-incidents.ts';

interface Drawn {
  marks: PointVisibilityAndGroups | undefined;
  iconOf: (cluster: Cluster) => MarkIcon;
}

export interface ComputedMapMarks {
  plotted: PlotResult<Practice> | undefined;
  plottedProspects: PlotResult<Prospect> | undefined;
  colored: Coloring;
  counts: LegendCounts;
  practices: Drawn;
  prospects: Drawn;
}

/**
 * Computes the marks, icons and legend counts from the loaded practices and prospects and the
 * legend's state. Memoizes each part.
 */
export function useMapMarks(
  practices: readonly Practice[] | undefined,
  prospects: readonly Prospect[] | undefined,
  { filters, coloring, hidden, incidents }: MapState,
  scheme: ColorScheme,
): ComputedMapMarks {
  const plotted = useMemo(() => practices && createPracticePoints(practices), [practices]);
  const plottedProspects = useMemo(() => prospects && createProspectPoints(prospects), [prospects]);
  const points = plotted?.points;
  const colored = useColoring(coloring, points);
  const { by, groups, group } = colored;
  const { tiers, grace } = filters;
  const silentLocations = useSilentLocations();
  const silent = useMemo(
    () =>
      incidents && points && silentLocations
        ? Uint8Array.from(points.rows, ({ locationId }) => Number(silentLocations.has(locationId)))
        : undefined,
    [incidents, points, silentLocations],
  );

  const marks = useMemo(() => {
    if (!points || !group) return undefined;
    const byGroup =
      by === 'tier' ? undefined : { group, visible: computeGroupVisibility(groups, hidden) };
    return {
      visible: computePointVisibility(points, computeMarkKindVisibility(tiers, grace), byGroup),
      group,
      groups: groups.length,
    };
  }, [points, by, groups, group, hidden, tiers, grace]);
  const iconOf = useMemo(() => {
    return (cluster: Cluster) => {
      const at = cluster.count === 1 ? (cluster.members()[0] ?? 0) : undefined;
      const own = at === undefined ? undefined : groups[group?.[at] ?? 0];
      const icon =
        at === undefined || !own
          ? clusterIcon(cluster.count, cluster.mix, groups, scheme)
          : pinIcon(own, (points?.kind[at] ?? 0) >= healthTiers.length, scheme);
      return silent === undefined
        ? icon
        : addSilentArc(icon, sumOf(silent, cluster.members()), cluster.count, scheme);
    };
  }, [points, groups, group, silent, scheme]);

  const prospectMarks = useMemo(
    () =>
      plottedProspects && filters.prospects
        ? createAllVisibleSingleGroup(plottedProspects.points)
        : undefined,
    [plottedProspects, filters.prospects],
  );
  const prospectIconOf = useMemo(
    () => (cluster: Cluster) => prospectIcon(cluster.count, scheme),
    [scheme],
  );

  // Tier entries count all practices; entries of other colorings count only practices of the
  // visible tiers.
  const countedTiers = by === 'tier' ? allTiers : tiers;
  const groupCount = useMemo(
    () =>
      points && group ? countGroupPractices(points, group, groups.length, countedTiers) : undefined,
    [points, group, groups, countedTiers],
  );
  const inGrace = useMemo(() => points && countPracticesInGrace(points), [points]);
  const total = useMemo(() => practices && customersAndPracticesText(practices), [practices]);
  const counts: LegendCounts = {
    groups: groupCount,
    grace: inGrace,
    prospects: plottedProspects?.points.rows.length,
    unplottable: plotted?.unplottable.length,
    total,
  };
  return {
    plotted,
    plottedProspects,
    colored,
    counts,
    practices: { marks, iconOf },
    prospects: { marks: prospectMarks, iconOf: prospectIconOf },
  };
}

const allTiers = new Set(healthTiers);
const sumOf = (column: Uint8Array, places: readonly number[]): number =>
  places.reduce((sum, at) => sum + (column[at] ?? 0), 0);
