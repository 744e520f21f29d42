import type { DistributionCustomer, getBenchmarkDistribution } from '#shared/benchmarks/table.ts';
import { peerGroupText, usageText, usageUnitText } from '#shared/benchmarks/words.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { products } from '#shared/core/products.ts';
import { numberText } from '#shared/core/words.ts';
import type { Benchmark } from '#shared/health/benchmarks.ts';
import { ChartDataTable } from '#web/ui/chart/CollapsibleChartTable.tsx';
import { ColumnAxis } from '#web/ui/chart/ColumnAxis.tsx';
import chart from '#web/ui/chart/chart.module.css';
import classes from './benchmarks.module.css';

type Bin = ResponseOf<typeof getBenchmarkDistribution>['bins'][number];

interface Properties {
  group: Benchmark;
  bins: readonly Bin[];
  customer: DistributionCustomer | null;
}

/**
 * Histogram of institutions by usage with the typical range, the median and the marked customer,
 * and the same figures as a table.
 */
export function UsageHistogram({ group, bins, customer }: Properties) {
  const { product, quartileLow, quartileHigh, benchmark } = group;
  const text = (value: number) => usageText(product, value);
  const highest = Math.max(...bins.map(({ institutions }) => institutions), 1);
  const width = bins[0]?.to ?? 1;
  const end = width * bins.length;
  const place = (value: number) => (100 * Math.min(value, end)) / end;
  const marked = customer?.value ?? null;
  const binText = ({ from, to }: Bin) =>
    to === null ? `${text(from)} and more` : `${text(from)} to under ${text(to)}`;
  const label = `${products[product].name}, ${peerGroupText(group)}: customers by ${usageUnitText(product)}. Median ${text(benchmark)}, typical range ${text(quartileLow)} to ${text(quartileHigh)}${marked === null ? '' : `, ${customer?.institutionName} ${text(marked)}`}`;
  return (
    <figure className={chart.figure}>
      <div className={classes.plot} role="img" aria-label={label}>
        <div
          className={classes.band}
          style={{
            insetInlineStart: `${place(quartileLow)}%`,
            insetInlineEnd: `${100 - place(quartileHigh)}%`,
          }}
        />
        <div className={classes.bins}>
          {bins.map((bin) => (
            <span
              key={bin.from}
              className={classes.bin}
              data-marked={
                (marked !== null && marked >= bin.from && (bin.to === null || marked < bin.to)) ||
                undefined
              }
              style={{ blockSize: `${(100 * bin.institutions) / highest}%` }}
              title={`${binText(bin)}: ${bin.institutions}`}
            />
          ))}
        </div>
        <Line place={place(benchmark)} words={`median ${text(benchmark)}`} row={0} />
        {marked !== null && customer !== null && (
          <Line
            place={place(marked)}
            words={`${shortened(customer.institutionName)} ${text(marked)}`}
            row={1}
            isCustomer
          />
        )}
        <ColumnAxis
          ticks={ticks(end, width).map((value) => ({ place: place(value), label: text(value) }))}
        />
      </div>
      <ChartDataTable
        label={label}
        columns={[usageUnitText(product), 'Customers']}
        rows={bins.map((bin) => [binText(bin), numberText(bin.institutions)])}
      />
    </figure>
  );
}

const shortened = (name: string): string => (name.length > 24 ? `${name.slice(0, 23)}…` : name);

/** Returns at most five axis ticks, starting at 0. */
function ticks(end: number, width: number): number[] {
  const step = width * Math.ceil(end / width / 5);
  return Array.from({ length: Math.ceil(end / step) }, (_, index) => index * step);
}

interface LineProperties {
  /** Percent from the left edge. */
  place: number;
  words: string;
  row: 0 | 1;
  isCustomer?: boolean;
}

function Line({ place, words, row, isCustomer = false }: LineProperties) {
  return (
    <div
      className={classes.line}
      data-customer={isCustomer || undefined}
      style={{ insetInlineStart: `${place}%`, insetBlockStart: 18 * row }}
    >
      <span data-before={place > 55 || undefined}>{words}</span>
    </div>
  );
}
