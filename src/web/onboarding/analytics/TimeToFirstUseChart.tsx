import { Text } from '@mantine/core';
import type { Day } from '#shared/core/dates.ts';
import { products, topLevelProductKeys } from '#shared/core/products.ts';
import { survivalQuantile, survivingShareAt } from '#shared/core/statistics/survival.ts';
import { shareText } from '#shared/core/words.ts';
import { type CaseWithHistory, firstUseCurve } from '#shared/onboarding/analytics.ts';
import { MetricSectionCard } from '#web/metrics/MetricSectionCard.tsx';
import { ChartDataTable } from '#web/ui/chart/CollapsibleChartTable.tsx';
import { lineStyleAt, survivalCurvePoints } from '#web/ui/chart/lines.ts';
import { ShareChart } from '#web/ui/chart/ShareChart.tsx';
import { OnboardingCasesLink } from '../OnboardingCasesLink.tsx';

const lastDay = 90;
const dayTicks = [0, 15, 30, 45, 60, 75, 90];
/** Share of customers without a first patient event, by product and days from go-live. */
export function TimeToFirstUseChart({
  cases,
  today,
}: {
  cases: readonly CaseWithHistory[];
  today: Day;
}) {
  const found = topLevelProductKeys.flatMap((product) => {
    const curve = firstUseCurve(cases, product, today);
    return curve === undefined ? [] : [{ product, ...curve }];
  });
  return (
    <div data-guide="onboarding-first-use">
      <MetricSectionCard title="Not live with patients yet" metric="timeToFirstUse">
        {found.length === 0 ? (
          <Text size="sm">No product has enough customers yet.</Text>
        ) : (
          <figure style={{ margin: 0 }}>
            <ShareChart
              label={`Share of customers not live with patients yet: ${found.map(({ product, curve }) => `${products[product].name} ${shareText(survivingShareAt(curve, 30))} at day 30`).join(', ')}`}
              lines={found.map(({ product, curve }, at) => ({
                name: products[product].name,
                ...lineStyleAt(at),
                points: survivalCurvePoints(curve, lastDay).map((point) => ({
                  ...point,
                  low: null,
                  high: null,
                })),
              }))}
              until={lastDay}
              timeTicks={dayTicks}
              axis="Days from go-live"
            />
            <ChartDataTable
              label="Not live with patients yet"
              columns={[
                'Product',
                'Customers',
                'Not live by day 30',
                'Not live by day 60',
                'Not live by day 90',
                'Median days',
                'Waiting now',
              ]}
              rows={found.map(({ product, count, curve }) => [
                products[product].name,
                count,
                shareText(survivingShareAt(curve, 30)),
                shareText(survivingShareAt(curve, 60)),
                shareText(survivingShareAt(curve, 90)),
                Math.round(survivalQuantile(curve, 0.5).at ?? Number.NaN) || '–',
                <OnboardingCasesLink
                  key={product}
                  of={`not using ${products[product].name} yet`}
                  filters={[{ column: 'missing', kind: 'contains', text: products[product].name }]}
                >
                  Open
                </OnboardingCasesLink>,
              ])}
            />
          </figure>
        )}
      </MetricSectionCard>
    </div>
  );
}
