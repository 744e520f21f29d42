import { Table, Text } from '@mantine/core';
import type { WidgetData } from '#shared/boards/boards.ts';
import { resolveTableWidgetFilters, type TableWidget } from '#shared/boards/widgets.ts';
import { numberText } from '#shared/core/words.ts';
import { isNumericColumn, valueText } from '#shared/list/column.ts';
import { intersectFilters } from '#shared/list/merge.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { useToday } from '#web/core/days.ts';
import { CustomerLink } from '#web/institutions/CustomerLink.tsx';
import { CustomersLink } from '#web/portfolio/CustomersLink.tsx';
import { ColumnTextOrTierMark } from '#web/ui/tier/ColumnTextOrTierMark.tsx';
import classes from './boards.module.css';

interface Properties {
  data: Extract<WidgetData, { kind: 'table' }>;
  widget: TableWidget;
  filters: readonly ListFilter[];
  search: string;
}

/** Table of the first customers, with a link to all customers. */
export function TableContent({ data: { rows, total }, widget, filters, search }: Properties) {
  const columns = widget.columns.flatMap(
    (key) => institutionColumns.find((column) => column.key === key) ?? [],
  );
  const merged = intersectFilters(filters, resolveTableWidgetFilters(widget, useToday()));
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No customers.
      </Text>
    );
  return (
    <>
      <Table.ScrollContainer minWidth={300}>
        <Table
          withRowBorders={false}
          verticalSpacing={4}
          horizontalSpacing={6}
          className={`${classes.table} ${classes.customers}`}
          aria-label={widget.title}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Customer</Table.Th>
              {columns.map((column) => (
                <Table.Th
                  key={column.key}
                  scope="col"
                  ta={isNumericColumn(column) ? 'right' : 'left'}
                >
                  {column.label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ institutionId, institutionName, cells }) => (
              <Table.Tr key={institutionId}>
                <Table.Th scope="row">
                  <CustomerLink institutionId={institutionId} among={rows}>
                    {institutionName}
                  </CustomerLink>
                </Table.Th>
                {columns.map((column, index) => (
                  <Table.Td
                    key={column.key}
                    ta={isNumericColumn(column) ? 'right' : 'left'}
                    className={classes.number}
                  >
                    <ColumnTextOrTierMark
                      column={column.key}
                      text={valueText(column, cells[index] ?? null)}
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {total > rows.length && typeof merged !== 'string' && (
        <Text size="sm" mt="xs">
          <CustomersLink filters={merged} search={search} sort={widget.sort} isWord>
            All {numberText(total)}
          </CustomersLink>
        </Text>
      )}
    </>
  );
}
