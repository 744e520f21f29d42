import { Link } from 'react-router';
import type { Answer } from '#shared/assistant/assistant.ts';
import { ColumnAxis } from '#web/ui/chart/ColumnAxis.tsx';
import { GroupLink } from './GroupLink.tsx';
import classes from './groups.module.css';
import { monthLabel, monthOf } from './months.ts';

/** Number of columns up to which each value is written above its column. */
const labeledColumns = 12;

/** Columns of months with a link each. Months without rows are gaps. */
export function MonthColumns({ answer, label }: { answer: Answer; label: string }) {
  const dated = answer.groups.flatMap((group) => {
    const month = monthOf(group.labels[0] ?? '');
    return month === null ? [] : [{ ...group, month }];
  });
  const others = answer.groups.filter(({ labels }) => monthOf(labels[0] ?? '') === null);
  const months = dated.map(({ month }) => month);
  const first = Math.min(...months);
  const count = Math.max(...months) - first + 1;
  const columns = Array.from({ length: count }, (_, at) => ({
    month: first + at,
    group: dated.find(({ month }) => month === first + at),
  }));
  const highest = Math.max(0, ...dated.map(({ value }) => value ?? 0)) || 1;
  const every = Math.ceil(count / 5);
  return (
    <figure className={classes.figure}>
      <ul className={classes.columns} aria-label={`${label}, chart`}>
        {columns.map(({ month, group }) => {
          const style = { blockSize: `${(100 * Math.max(group?.value ?? 0, 0)) / highest}%` };
          const name = `${monthLabel(month)}: ${group?.valueText ?? 'none'}`;
          return (
            <li key={month} className={classes.column}>
              {group?.link == null ? (
                <span role="img" aria-label={name} title={name} className={classes.columnLink}>
                  <span className={classes.columnBar} style={style} />
                </span>
              ) : (
                <Link to={group.link} aria-label={name} title={name} className={classes.columnLink}>
                  {count <= labeledColumns && (
                    <span className={classes.columnValue}>{group.valueText}</span>
                  )}
                  <span className={classes.columnBar} style={style} />
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      <ColumnAxis
        ticks={columns
          .filter((_, at) => at % every === 0)
          .map(({ month }) => ({
            place: (100 * (month - first + (month === first ? 0 : 0.5))) / count,
            label: monthLabel(month),
          }))}
      />
      {others.map((group) => (
        <p key={group.labels.join('\n')} className={classes.otherGroup}>
          <GroupLink group={group}>{group.labels[0]}</GroupLink>: {group.valueText}
        </p>
      ))}
    </figure>
  );
}
