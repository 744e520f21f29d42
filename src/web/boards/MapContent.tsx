import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { WidgetData } from '#shared/boards/boards.ts';
import type { MapWidget } from '#shared/boards/widgets.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { countText, numberText } from '#shared/core/words.ts';
import { intersectFilters } from '#shared/list/merge.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { CustomersLink } from '#web/portfolio/CustomersLink.tsx';
import { ChartDataTable } from '#web/ui/chart/CollapsibleChartTable.tsx';
import chart from '#web/ui/chart/chart.module.css';
import { tierStyles } from '#web/ui/tier/tiers.ts';
import classes from './boards.module.css';
import { mapHeight, mapWidth, stateOutlinesQuery } from './state-outlines.ts';

interface Properties {
  data: Extract<WidgetData, { kind: 'map' }>;
  widget: MapWidget;
  filters: readonly ListFilter[];
  search: string;
}

type State = Properties['data']['states'][number];

const words = {
  institutions: 'Customers',
  averageScore: 'Average score',
  atRiskShare: 'At risk',
} as const;

/**
 * Map of the states, colored by a figure of their customers. States with fewer than five customers
 * have no color.
 */
export function MapContent({ data: { states, elsewhere }, widget, filters, search }: Properties) {
  const outlines = useQuery(stateOutlinesQuery);
  const { value: figure, title } = widget;
  const byCode = new Map(states.map((state) => [state.state, state]));
  const highest = Math.max(1, ...states.map(({ value }) => value ?? 0));
  const text = (value: number | null) =>
    value === null
      ? '–'
      : figure === 'institutions'
        ? numberText(value)
        : `${value.toFixed(figure === 'averageScore' ? 1 : 0)}%`;
  const customersIn = ({ state, institutions }: State) => {
    const merged = intersectFilters(filters, [
      { column: 'state', kind: 'one-of', values: [state] },
    ]);
    const count = numberText(institutions);
    if (typeof merged === 'string') return count;
    return (
      <CustomersLink filters={merged} search={search} of={`customers in ${state}`}>
        {count}
      </CustomersLink>
    );
  };
  const ends = states.flatMap(({ value }) => value ?? []);
  if (states.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No customers with a state on record.
      </Text>
    );
  return (
    <figure className={chart.figure}>
      {outlines.data === undefined ? (
        <div className={classes.mapRoom}>
          {outlines.error !== null && (
            <Text size="sm">Couldn’t load the map. The table below has the figures.</Text>
          )}
        </div>
      ) : (
        <svg
          viewBox={`0 0 ${mapWidth} ${mapHeight}`}
          className={classes.map}
          role="img"
          aria-label={`${title}: ${states.length} states, from ${text(Math.min(...ends))} to ${text(Math.max(...ends))}`}
        >
          {outlines.data.map(({ code, name, path }) => {
            const state = byCode.get(code);
            const shade = shadeOf(figure, state, highest);
            return (
              <path
                key={code}
                d={path}
                className={classes.state}
                fill={shade.fill}
                fillOpacity={shade.opacity}
              >
                <title>
                  {state === undefined
                    ? `${name}: no customers`
                    : `${name}: ${text(state.value)}, ${countText(state.institutions, 'customer')}`}
                </title>
              </path>
            );
          })}
        </svg>
      )}
      <Legend figure={figure} highest={highest} text={text} />
      <ChartDataTable
        label={title}
        columns={[
          'State',
          ...(figure === 'institutions' ? [] : [words[figure]]),
          words.institutions,
        ]}
        rows={states.map((state) => [
          state.state,
          ...(figure === 'institutions' ? [] : [text(state.value)]),
          customersIn(state),
        ])}
      />
      {elsewhere > 0 && (
        <Text size="xs" c="dimmed">
          {countText(elsewhere, 'customer')} without a state {elsewhere === 1 ? 'is' : 'are'} not on
          the map.
        </Text>
      )}
    </figure>
  );
}

const noDataShade = { fill: 'var(--mantine-color-default-border)', opacity: 0.55 };

function shadeOf(
  figure: MapWidget['value'],
  state: State | undefined,
  highest: number,
): { fill: string; opacity: number } {
  if (state === undefined || state.value === null) return noDataShade;
  if (state.tier !== null) return { fill: tierStyles[state.tier].fill, opacity: 0.85 };
  const fill = figure === 'atRiskShare' ? tierStyles.Critical.fill : 'var(--mantine-color-anchor)';
  return { fill, opacity: 0.15 + (0.8 * state.value) / highest };
}

function Legend({
  figure,
  highest,
  text,
}: {
  figure: MapWidget['value'];
  highest: number;
  text: (value: number) => string;
}) {
  const entries =
    figure === 'averageScore'
      ? (['Healthy', 'Medium', 'Critical'] as const).map((tier) => ({
          label: `${tierStyles[tier].mark} ${tier}`,
          fill: tierStyles[tier].fill,
          opacity: 0.85,
        }))
      : [highest / 4, highest / 2, highest].map((value) => ({
          label: text(figure === 'institutions' ? Math.round(value) : value),
          ...shadeOf(figure, { state: '', institutions: 0, value, tier: null }, highest),
        }));
  const few =
    figure === 'institutions'
      ? []
      : [{ label: `under ${minimumGroupSize} customers`, ...noDataShade }];
  return (
    <div className={classes.legend} aria-hidden>
      {[...entries, ...few].map(({ label, fill, opacity }) => (
        <span key={label}>
          <i style={{ background: fill, opacity }} />
          {label}
        </span>
      ))}
    </div>
  );
}
