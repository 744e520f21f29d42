import { Text } from '@mantine/core';
import type { WidgetData } from '#shared/boards/boards.ts';
import type { FigureWidget } from '#shared/boards/widgets.ts';
import { fixedDecimalsText } from '#shared/core/amount-words.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { signedText } from '#shared/list/column.ts';
import { intersectFilters } from '#shared/list/merge.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { CustomersLink } from '#web/portfolio/CustomersLink.tsx';
import { newCustomersText } from '#web/portfolio/new-customers.ts';

interface Properties {
  data: Extract<WidgetData, { kind: 'figure' }>;
  widget: FigureWidget;
  filters: readonly ListFilter[];
  search: string;
}

/** Figure that links to its customers. */
export function FigureContent({
  data: { value, rows, change },
  widget,
  filters,
  search,
}: Properties) {
  const { unit = '', digits = 0 } = widget;
  const merged = intersectFilters(filters, widget.filters);
  const text = value === null ? '–' : `${fixedDecimalsText(value, digits)}${unit}`;
  return (
    <>
      <Text component="div" fz={28} fw={650} lh={1.25}>
        {value === null || rows === 0 || typeof merged === 'string' ? (
          text
        ) : (
          <CustomersLink filters={merged} search={search} of={widget.title}>
            {text}
          </CustomersLink>
        )}
      </Text>
      <Text size="xs" c="dimmed">
        {value === null && `fewer than ${minimumGroupSize} customers`}
        {change !== null && widget.weekly === 'institutions' && newCustomersText(change)}
        {value !== null &&
          change !== null &&
          widget.weekly !== 'institutions' &&
          `${signedText(change, unit === '%' ? ' points' : '', digits)} in a week${unit === '%' ? ', same customers in both weeks' : ''}`}
      </Text>
    </>
  );
}
