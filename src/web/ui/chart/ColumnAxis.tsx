import classes from './chart.module.css';

/** The values under columns that are drawn as boxes, each at its percent of the width; the first begins at its place. */
export function ColumnAxis({ ticks }: { ticks: readonly { place: number; label: string }[] }) {
  return (
    <div className={classes.columnAxis}>
      {ticks.map(({ place, label }) => (
        <span key={`${place} ${label}`} style={{ insetInlineStart: `${place}%` }}>
          {label}
        </span>
      ))}
    </div>
  );
}
