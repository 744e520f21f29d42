import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './chart.module.css';

/**
 * Chart width in pixels before the element is measured, and in test environments without layout.
 */
const fallbackWidth = 420;

/** Measures the available width. Returns a plot with this height and these margins, in pixels. */
export function usePlotSize(
  height: number,
  margin: { top: number; right: number; bottom: number; left: number },
) {
  const { ref, width: measured } = useElementSize<HTMLDivElement>();
  const width = measured || fallbackWidth;
  const right = Math.max(width - margin.right, margin.left + 1);
  return {
    ref,
    width,
    height,
    left: margin.left,
    right,
    top: margin.top,
    bottom: height - margin.bottom,
  };
}

interface Properties {
  plot: ReturnType<typeof usePlotSize>;
  /** Description of the chart for screen readers. */
  label: string;
  /**
   * Called with the pointer's x position in pixels, or with `undefined` when the pointer leaves the
   * chart.
   */
  onPoint?: (x: number | undefined) => void;
  children: ReactNode;
}

/** SVG frame of a chart. Use it in a `figure` above the data table. */
export function ChartFrame({ plot: { ref, width, height }, label, onPoint, children }: Properties) {
  return (
    <div ref={ref} className={classes.frame}>
      <svg
        width={width}
        height={height}
        className={classes.picture}
        role="img"
        aria-label={label}
        onPointerMove={(event) =>
          onPoint?.(event.clientX - event.currentTarget.getBoundingClientRect().left)
        }
        onPointerLeave={() => onPoint?.(undefined)}
      >
        {children}
      </svg>
    </div>
  );
}
