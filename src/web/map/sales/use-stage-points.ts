import { useMemo } from 'react';
import type { ProspectPoints } from '#shared/prospects/list.ts';
import { type ProspectStage, prospectStages } from '#shared/prospects/stages.ts';
import type { Cluster } from '../draw/clusters.ts';
import { stageGroups } from '../draw/groups.ts';
import { type ColorScheme, clusterIcon, type MarkIcon, pinIcon } from '../draw/icons.ts';
import { createProspectPoints } from '../draw/point-table.ts';
import { toMappedProspects } from './mapped-prospects.ts';

/**
 * Returns the points of prospects, visible unless their stage is hidden, and their icons by stage.
 */
export function useStagePoints(
  prospects: ProspectPoints,
  hidden: ReadonlySet<ProspectStage>,
  scheme: ColorScheme,
) {
  const { points } = useMemo(() => createProspectPoints(toMappedProspects(prospects)), [prospects]);
  const marks = useMemo(
    () => ({
      visible: Uint8Array.from(points.rows, ({ stage }) => Number(!hidden.has(stage))),
      group: Uint8Array.from(points.rows, ({ stage }) => prospectStages.indexOf(stage)),
      groups: stageGroups.length,
    }),
    [points, hidden],
  );
  const iconOf = useMemo(
    () =>
      ({ count, mix }: Cluster): MarkIcon => {
        const own = count === 1 ? stageGroups[mix.indexOf(1)] : undefined;
        return own === undefined
          ? clusterIcon(count, mix, stageGroups, scheme)
          : pinIcon(own, false, scheme);
      },
    [scheme],
  );
  return { points, marks, iconOf };
}
