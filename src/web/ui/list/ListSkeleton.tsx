import { Skeleton } from '@mantine/core';
import classes from './list.module.css';

const skeletonRows = Array.from({ length: 12 }, (_, at) => at);

/** Placeholder with the height of the loading rows. */
export function ListSkeleton({
  columns,
  canSelect,
  rowHeight,
}: {
  columns: number;
  canSelect: boolean;
  rowHeight: number;
}) {
  const cells = Array.from({ length: columns }, (_, at) => at);
  return (
    <div aria-hidden className={classes.body} style={{ height: skeletonRows.length * rowHeight }}>
      {skeletonRows.map((at) => (
        <div
          key={at}
          className={classes.row}
          style={{ height: rowHeight, transform: `translateY(${at * rowHeight}px)` }}
        >
          {canSelect && <span />}
          {cells.map((place) => (
            <span key={place} className={classes.cell}>
              <Skeleton
                height={10}
                mt={(rowHeight - 10) / 2}
                width={`${55 + ((at * 7 + place * 13) % 35)}%`}
              />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
