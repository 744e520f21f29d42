import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WidgetData } from '#shared/boards/boards.ts';
import { findWidget, type Widget as WidgetDefinition } from '#shared/boards/widgets.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { WeekLineChart } from '#web/ui/chart/WeekLineChart.tsx';
import { FigureContent } from './FigureContent.tsx';
import { MapContent } from './MapContent.tsx';
import { TableContent } from './TableContent.tsx';
import { WidgetFrame } from './WidgetFrame.tsx';

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
    <WidgetFrame
      kind={data.kind}
      title={widget?.title ?? 'Discontinued widget'}
      info={widget !== undefined && <MetricInfo metric={widget.metric} />}
      controls={controls}
    >
      <Content data={data} widget={widget} filters={filters} search={search} />
    </WidgetFrame>
  );
}

type ContentProperties = Omit<Properties, 'controls'> & { widget: WidgetDefinition | undefined };

function Content({ data, widget, filters, search }: ContentProperties) {
  if (data.kind === 'figure' && widget?.kind === 'figure')
    return <FigureContent data={data} widget={widget} filters={filters} search={search} />;
  if (data.kind === 'trend' && widget?.kind === 'trend')
    return (
      <WeekLineChart
        title={widget.title}
        points={data.points}
        series={widget.series}
        unit={widget.unit}
      />
    );
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
