import classes from './chart.module.css';

/**
 * Labels of the horizontal axis below HTML columns. `place` is a percentage of the width; the first
 * label is left-aligned.
 */
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
