import { Anchor, Table, Text } from '@mantine/core';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import type { WidgetData } from '#shared/boards/boards.ts';
import { type TableWidget, tableWidgetFilters } from '#shared/boards/widgets.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { healthTiers } from '#shared/core/tiers.ts';
import { numberText } from '#shared/core/words.ts';
import { isNumericColumn, valueText } from '#shared/list/column.ts';
import { intersectFilters } from '#shared/list/merge.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { useToday } from '#web/core/days.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { CustomersLink } from '#web/portfolio/CustomersLink.tsx';
import { TierMark } from '#web/ui/tier/TierMark.tsx';
import classes from './boards.module.css';

interface Properties {
  data: Extract<WidgetData, { kind: 'table' }>;
  widget: TableWidget;
  filters: readonly ListFilter[];
  search: string;
}

/** Table of the first customers, with a link to all customers. */
export function TableContent({ data: { rows, total }, widget, filters, search }: Properties) {
  const openInstitution = useInstitutionModal();
  const columns = widget.columns.flatMap(
    (key) => institutionColumns.find((column) => column.key === key) ?? [],
  );
  const merged = intersectFilters(filters, tableWidgetFilters(widget, useToday()));
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No customers.
      </Text>
    );
  function open(event: MouseEvent, institutionId: number) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    openInstitution(institutionId, rows);
  }
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
                  <Anchor
                    component={Link}
                    to={paths.institutionOverview(institutionId)}
                    inherit
                    c="inherit"
                    fw={550}
                    onClick={(event) => open(event, institutionId)}
                  >
                    {institutionName}
                  </Anchor>
                </Table.Th>
                {columns.map((column, index) => {
                  const value = cells[index] ?? null;
                  const tier =
                    column.key === 'healthTier'
                      ? healthTiers.find((each) => each === value)
                      : undefined;
                  return (
                    <Table.Td
                      key={column.key}
                      ta={isNumericColumn(column) ? 'right' : 'left'}
                      className={classes.number}
                    >
                      {tier === undefined ? valueText(column, value) : <TierMark tier={tier} />}
                    </Table.Td>
                  );
                })}
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
