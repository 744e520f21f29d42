import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './chart.module.css';

/** The width of a picture that is not measured yet, or not drawn at all. */
const usualWidth = 420;

/** A plot of a fixed height that is as wide as there is room, with margins around it in pixels. */
export function usePlot(height: number, margin: { top: number; right: number; bottom: number; left: number }) {
  const { ref, width: measured } = useElementSize<HTMLDivElement>();
  const width = measured || usualWidth;
  const right = Math.max(width - margin.right, margin.left + 1);
  return { ref, width, height, left: margin.left, right, top: margin.top, bottom: height - margin.bottom };
}

interface Properties {
  plot: ReturnType<typeof usePlot>;
  /** The picture in words, for those who hear it. */
  label: string;
  /** Called with the pointer’s place in pixels from the left, and with undefined when it leaves. */
  onPoint?: (x: number | undefined) => void;
  children: ReactNode;
}

/** The picture of a chart. It stands in a figure, over its table behind. */
export function ChartFrame({ plot: { ref, width, height }, label, onPoint, children }: Properties) {
  return (
    <div ref={ref} className={classes.frame}>
      <svg
        width={width}
        height={height}
        className={classes.picture}
        role="img"
        aria-label={label}
        onPointerMove={(event) => onPoint?.(event.clientX - event.currentTarget.getBoundingClientRect().left)}
        onPointerLeave={() => onPoint?.(undefined)}
      >
        {children}
      </svg>
    </div>
  );
}
