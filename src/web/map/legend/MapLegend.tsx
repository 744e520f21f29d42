import { useDidUpdate } from '@mantine/hooks';
import type { ReactNode, RefObject } from 'react';
import type { MapState } from '../address/map-address.ts';
import styles from '../map.module.css';
import { Legend, type LegendCounts } from './Legend.tsx';
import { LegendButton } from './LegendButton.tsx';
import type { Coloring } from './use-coloring.ts';

interface Properties {
  ref: RefObject<HTMLDivElement | null>;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  marks: { counts: LegendCounts; colored: Coloring };
  state: MapState;
  onChange: (values: Partial<MapState>) => void;
  onListInView: () => void;
  onUnplottable: () => void;
  /** Part of the legend about incidents. */
  children: ReactNode;
}

/** Legend of the pins' colors, or the button that opens the legend. */
export function MapLegend({
  ref,
  isOpen,
  onOpen,
  marks,
  state,
  onChange,
  onListInView,
  onUnplottable,
  children,
}: Properties) {
  // The button that opened or closed the legend is unmounted. The focus therefore moves to the
  // first button of the legend.
  useDidUpdate(() => {
    if (document.activeElement === document.body)
      ref.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [isOpen]);

  return (
    <div ref={ref} className={styles.legendPlace} data-guide="map-legend">
      {isOpen ? (
        <Legend
          counts={marks.counts}
          requested={state.coloring}
          colored={marks.colored}
          filters={state.filters}
          hidden={state.hidden}
          onColoring={(coloring) => onChange({ coloring, hidden: new Set() })}
          onFilters={(filters) => onChange({ filters })}
          onHidden={(hidden) => onChange({ hidden })}
          onListInView={onListInView}
          onUnplottable={onUnplottable}
          onFold={() => onOpen(false)}
        >
          {children}
        </Legend>
      ) : (
        <LegendButton unplottableCount={marks.counts.unplottable} onOpen={() => onOpen(true)} />
      )}
    </div>
  );
}
