import { Link } from 'react-router';
import type { Answer } from '#shared/assistant/assistant.ts';
import { addMonthsToMonth } from '#shared/core/dates.ts';
import { monthInWords } from '#shared/core/words.ts';
import { ColumnAxis } from '#web/ui/chart/ColumnAxis.tsx';
import { type AnswerGroup, GroupLink } from './GroupLink.tsx';
import type { MonthSpan } from './group-view.ts';
import classes from './groups.module.css';

/** Number of columns up to which each value is written above its column. */
const labeledColumns = 12;
/** Number of labels of the axis. */
const axisLabels = 4;
/** Minimum width of a column with its gap, in pixels. More columns scroll sideways. */
const columnWidth = 7;

/** Scrolls to the newest months. */
function scrollToEnd(element: HTMLElement | null): void {
  if (element !== null) element.scrollLeft = element.scrollWidth;
}

const labelOf = (month: string): string => monthInWords(`${month}-01`);

/** Columns of months with a link each. Months without rows are gaps. */
export function MonthColumnChart({ answer, span }: { answer: Answer; span: MonthSpan }) {
  const { reading, groups } = answer;
  const others = groups.filter(({ month }) => month === null);
  const columns = Array.from({ length: span.count }, (_, at) => {
    const month = addMonthsToMonth(span.first, at);
    return { month, group: groups.find((group) => group.month === month) };
  });
  const highest = Math.max(0, ...columns.map(({ group }) => group?.value ?? 0)) || 1;
  const highestColumn = columns.find(({ group }) => group?.value === highest);
  const every = Math.ceil(span.count / axisLabels);
  return (
    <figure className={classes.figure} ref={scrollToEnd}>
      <div style={{ minInlineSize: span.count * columnWidth }}>
        <ul className={classes.columns} aria-label={`${reading}, chart`}>
          {columns.map(({ month, group }) => (
            <li key={month} className={classes.column}>
              <Column
                name={`${labelOf(month)}: ${group?.valueText ?? 'none'}`}
                group={group}
                percent={(100 * (group?.value ?? 0)) / highest}
                hasValue={span.count <= labeledColumns}
              />
            </li>
          ))}
        </ul>
        <ColumnAxis
          ticks={columns.flatMap(({ month }, at) =>
            at % every === 0
              ? { place: (100 * (at === 0 ? 0 : at + 0.5)) / span.count, label: labelOf(month) }
              : [],
          )}
        />
      </div>
      {span.count > labeledColumns && highestColumn?.group !== undefined && (
        <p className={classes.highest}>
          Highest: {labelOf(highestColumn.month)}, {highestColumn.group.valueText}
        </p>
      )}
      {others.map((group) => (
        <p key={group.labels.join('\n')} className={classes.otherGroup}>
          <GroupLink group={group}>{group.labels[0]}</GroupLink>: {group.valueText}
        </p>
      ))}
    </figure>
  );
}

/** Column of a month; a link when its rows can be opened. */
function Column({
  name,
  group,
  percent,
  hasValue,
}: {
  name: string;
  group: AnswerGroup | undefined;
  percent: number;
  hasValue: boolean;
}) {
  const content = (
    <>
      {hasValue && group !== undefined && (
        <span className={classes.columnValue}>{group.valueText}</span>
      )}
      <span className={classes.columnBar} style={{ blockSize: `${percent}%` }} />
    </>
  );
  return group?.link == null ? (
    <span role="img" aria-label={name} title={name} className={classes.columnLink}>
      {content}
    </span>
  ) : (
    <Link to={group.link} aria-label={name} title={name} className={classes.columnLink}>
      {content}
    </Link>
  );
}
