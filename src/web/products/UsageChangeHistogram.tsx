import { numberText } from '#shared/core/words.ts';
import type { MedianUsageChange, UsageChangeBandCount } from '#shared/products/proof.ts';
import { ChartDataTable } from '#web/ui/chart/CollapsibleChartTable.tsx';
import { ColumnAxis } from '#web/ui/chart/ColumnAxis.tsx';
import chart from '#web/ui/chart/chart.module.css';
import classes from './product.module.css';
import { signedPercentText } from './product-proof-words.ts';

const signed = (percent: number) =>
  percent === 0 ? '0%' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`;

function bandText({ from, to }: UsageChangeBandCount): string {
  if (from === null) return `Below ${signed(to ?? 0)}`;
  return to === null ? `${signed(from)} and more` : `${signed(from)} to ${signed(to)}`;
}

/**
 * Start of the first band. Usage cannot fall by more than 100%. The last band has no end and is
 * drawn as wide as the others.
 */
const start = -100;
const bandWidth = 20;

interface Properties {
  name: string;
  result: MedianUsageChange;
  customers: number;
}

/**
 * Histogram of customers by percent change, with the median and its interval on the same axis. A
 * table has the same figures.
 */
export function UsageChangeHistogram({ name, result, customers }: Properties) {
  const { bands, interval, medianChange } = result;
  const highest = Math.max(...bands.map((band) => band.customers), 1);
  const end = start + bandWidth * bands.length;
  const place = (percent: number) =>
    (100 * (Math.min(Math.max(percent, start), end) - start)) / (end - start);
  return (
    <figure className={chart.figure}>
      <figcaption className={classes.chartCaption}>Customers by change in usage</figcaption>
      <div
        className={classes.plot}
        role="img"
        aria-label={`${name}: ${customers} customers by change in usage; median ${signedPercentText(medianChange)}, interval ${signedPercentText(interval.low)} to ${signedPercentText(interval.high)}`}
      >
        <div
          className={classes.interval}
          style={{
            insetInlineStart: `${place(interval.low)}%`,
            inlineSize: `${place(interval.high) - place(interval.low)}%`,
          }}
        />
        <div className={classes.columns}>
          {bands.map((band) => (
            <div key={String(band.from)} className={classes.column}>
              <span className={classes.count}>{band.customers}</span>
              <span
                className={(band.from ?? start) < 0 ? classes.columnDown : classes.columnUp}
                style={{ blockSize: `${(100 * band.customers) / highest}px` }}
              />
            </div>
          ))}
        </div>
        <div className={classes.zero} style={{ insetInlineStart: `${place(0)}%` }} />
        <div className={classes.median} style={{ insetInlineStart: `${place(medianChange)}%` }}>
          <span className={medianChange < 0 ? classes.medianLabelStart : classes.medianLabel}>
            median
          </span>
        </div>
        <ColumnAxis
          ticks={[-100, -40, 0, 40, 100].map((percent) => ({
            place: place(percent),
            label: percent === 100 ? '+100% …' : signed(percent),
          }))}
        />
      </div>
      <ChartDataTable
        label={`${name}: customers by change in usage`}
        columns={['Change in usage', 'Customers']}
        rows={bands.map((band) => [bandText(band), numberText(band.customers)])}
      />
    </figure>
  );
}
