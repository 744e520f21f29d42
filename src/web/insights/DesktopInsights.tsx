import { Button, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { Insights } from '#shared/insights/insights.ts';
import { comparedFigures, nextStepText } from '#shared/insights/words.ts';
import { InsightsLocationTable } from './InsightsLocationTable.tsx';
import classes from './insights.module.css';
import { ProductTrendCharts } from './ProductTrendCharts.tsx';
import {
  InsightsFooter,
  InsightsHeader,
  InsightsSection,
  OpenBookingPageButton,
  PeerComparison,
  UsageRecapList,
} from './parts.tsx';

/** Insights in two columns. The summary stays visible while the other column scrolls. */
export function DesktopInsights({ insights }: { insights: Insights }) {
  const { figures, step, locations, bookingLink } = insights;
  const compared = comparedFigures(figures);
  return (
    <main className={classes.page}>
      <InsightsHeader insights={insights} />
      <div className={classes.columns}>
        {figures.length > 0 && (
          <aside className={classes.aside}>
            <InsightsSection title="Your activity">
              <UsageRecapList figures={figures} />
            </InsightsSection>
            <div className={classes.actions}>
              {bookingLink !== null && <OpenBookingPageButton link={bookingLink} />}
              <Button
                variant="default"
                leftSection={<IconPrinter size={16} aria-hidden />}
                onClick={() => window.print()}
              >
                Print or save as PDF
              </Button>
            </div>
          </aside>
        )}
        <div className={classes.main}>
          {step !== null && (
            <InsightsSection title="One thing to try">
              <Text>{nextStepText(step)}</Text>
            </InsightsSection>
          )}
          {compared.length > 0 && (
            <InsightsSection title="Compared with similar practices">
              <PeerComparison figures={compared} />
            </InsightsSection>
          )}
          {figures.length > 0 && (
            <InsightsSection title="Four-week totals over time">
              <ProductTrendCharts figures={figures} />
            </InsightsSection>
          )}
          {locations.length > 0 && (
            <InsightsSection title="Your locations">
              <InsightsLocationTable
                locations={locations}
                products={figures.map(({ product }) => product)}
              />
            </InsightsSection>
          )}
        </div>
      </div>
      <InsightsFooter insights={insights} />
    </main>
  );
}
