import { Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WidgetData } from '#shared/boards/boards.ts';
import { findWidget, type Widget as WidgetDefinition } from '#shared/boards/widgets.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import classes from './boards.module.css';
import { FigureContent } from './FigureContent.tsx';
import { MapContent } from './MapContent.tsx';
import { TableContent } from './TableContent.tsx';
import { TrendContent } from './TrendContent.tsx';

interface Properties {
  data: WidgetData;
  /** Filters of the board. */
  filters: readonly ListFilter[];
  search: string;
  /** Controls of the widget that edit mode shows. */
  controls: ReactNode;
}

/** Card of one widget: title, definition and content. */
export function WidgetCard({ data, filters, search, controls }: Properties) {
  const widget = findWidget(data.key);
  return (
    <Paper
      p="md"
      bg="var(--surface)"
      component="section"
      className={classes.widget}
      data-kind={data.kind}
      aria-label={widget?.title ?? 'A widget that no longer exists'}
    >
      <Group
        justify="space-between"
        wrap="nowrap"
        align="flex-start"
        gap="xs"
        mb={data.kind === 'figure' ? 2 : 'sm'}
      >
        <Title
          order={2}
          size={data.kind === 'figure' ? 'sm' : 'h5'}
          fw={data.kind === 'figure' ? 400 : 650}
          c={data.kind === 'figure' ? 'dimmed' : 'inherit'}
        >
          {widget?.title ?? 'A widget that no longer exists'}{' '}
          {widget !== undefined && <MetricInfo metric={widget.metric} />}
        </Title>
        {controls}
      </Group>
      <Content data={data} widget={widget} filters={filters} search={search} />
    </Paper>
  );
}

type ContentProperties = Omit<Properties, 'controls'> & { widget: WidgetDefinition | undefined };

function Content({ data, widget, filters, search }: ContentProperties) {
  if (data.kind === 'figure' && widget?.kind === 'figure')
    return <FigureContent data={data} widget={widget} filters={filters} search={search} />;
  if (data.kind === 'trend' && widget?.kind === 'trend')
    return <TrendContent data={data} widget={widget} />;
  if (data.kind === 'table' && widget?.kind === 'table')
    return <TableContent data={data} widget={widget} filters={filters} search={search} />;
  if (data.kind === 'map' && widget?.kind === 'map')
    return <MapContent data={data} widget={widget} filters={filters} search={search} />;
  return (
    <Text size="sm" c="dimmed">
      This board has a widget called “{data.key}”, which no longer exists. Edit the board to remove
      this widget.
    </Text>
  );
}
