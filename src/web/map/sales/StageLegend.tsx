import { Box } from '@mantine/core';
import { useMemo } from 'react';
import { type ProspectStage, prospectStages } from '#shared/prospects/stages.ts';
import { stageGroups } from '../draw/groups.ts';
import { ColorGroupSymbol } from '../legend/ColorGroupSymbol.tsx';
import { LegendEntry } from '../legend/LegendEntry.tsx';
import type { MappedProspect } from './mapped-prospects.ts';
import styles from './sales-map.module.css';

interface Properties {
  prospects: readonly MappedProspect[];
  hidden: ReadonlySet<ProspectStage>;
  onHidden: (hidden: ReadonlySet<ProspectStage>) => void;
}

/** Symbols of the stages with their counts, which show or hide the prospects of a stage. */
export function StageLegend({ prospects, hidden, onHidden }: Properties) {
  const byStage = useMemo(() => Map.groupBy(prospects, ({ stage }) => stage), [prospects]);
  return (
    <Box role="group" aria-label="Stages" className={styles.legend} data-guide="sales-map-stages">
      {prospectStages.map((stage, at) => {
        const group = stageGroups[at];
        const isShown = !hidden.has(stage);
        return (
          <LegendEntry
            key={stage}
            label={stage}
            count={byStage.get(stage)?.length ?? 0}
            checked={isShown}
            onToggle={() => {
              const next = new Set(hidden);
              if (isShown) next.add(stage);
              else next.delete(stage);
              onHidden(next);
            }}
            sign={group && <ColorGroupSymbol group={group} />}
          />
        );
      })}
    </Box>
  );
}
