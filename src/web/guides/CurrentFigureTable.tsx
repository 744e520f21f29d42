import { Text } from '@mantine/core';
import { fixedDecimalsText } from '#shared/core/amount-words.ts';
import { dayInWords } from '#shared/core/words.ts';
import type { GuideFigure, GuideFigures } from '#shared/metrics/guide-figures.ts';
import type { GuideFigureRow } from '#web/ui/guide/guide.ts';
import classes from './CurrentFigureTable.module.css';

interface Properties {
  lines: readonly GuideFigureRow[];
  /** Current figures; `undefined` when they failed to load. */
  today: GuideFigures | undefined;
}

/**
 * Current figures with their dates. Each is followed by the example of the product specification,
 * if there is one.
 */
export function CurrentFigureTable({ lines, today }: Properties) {
  return (
    <dl className={classes.figures}>
      {lines.map((line) => (
        <div key={line.figure} className={classes.line}>
          <dt>{line.what}</dt>
          <dd>
            {today === undefined ? (
              <Text c="dimmed">couldn’t load</Text>
            ) : (
              <Value line={line} figure={today.figures[line.figure]} />
            )}
            {line.reference !== undefined && (
              <Text size="xs" c="dimmed">
                Example from the product specification: {line.reference}
              </Text>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({
  line: { unit, digits = 0 },
  figure,
}: {
  line: GuideFigureRow;
  figure: GuideFigure | undefined;
}) {
  if (figure === undefined) return <Text c="dimmed">not measured yet</Text>;
  const number = fixedDecimalsText(figure.value, digits);
  return (
    <Text size="sm">
      <strong>{number}</strong> {figure.value === 1 ? unit.replace(/s$/, '') : unit}
      <Text span size="xs" c="dimmed">
        {' '}
        on {dayInWords(figure.asOf)}
      </Text>
    </Text>
  );
}
