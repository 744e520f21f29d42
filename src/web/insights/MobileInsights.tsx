import { Button, Text } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import type { Insights } from '#shared/insights/insights.ts';
import { comparedFigures, findMainProductFigure, nextStepText } from '#shared/insights/words.ts';
import { InsightsLocationTable } from './InsightsLocationTable.tsx';
import classes from './insights.module.css';
import { ProductTrendCharts } from './ProductTrendCharts.tsx';
import {
  InPageLink,
  InsightsFooter,
  InsightsHeader,
  InsightsSection,
  OpenBookingPageButton,
  PeerComparison,
  UsageRecapList,
} from './parts.tsx';

/** Insights in one column of cards, with a bar of in-page links at the bottom. */
export function MobileInsights({ insights }: { insights: Insights }) {
  const { figures, step, locations, bookingLink } = insights;
  const compared = comparedFigures(figures);
  const main = findMainProductFigure(figures);
  return (
    <main className={classes.phone}>
      <InsightsHeader insights={insights} />
      {figures.length > 0 && (
        <InsightsSection title="Your activity">
          <UsageRecapList figures={figures} />
        </InsightsSection>
      )}
      {step !== null && (
        <InsightsSection title="One thing to try" anchor="step">
          <Text>{nextStepText(step)}</Text>
        </InsightsSection>
      )}
      {compared.length > 0 && (
        <InsightsSection title="Compared with similar practices" anchor="peers">
          <PeerComparison figures={compared} />
        </InsightsSection>
      )}
      {figures.length > 0 && (
        <InsightsSection title="Four-week totals over time" anchor="weeks">
          <ProductTrendCharts figures={figures} />
        </InsightsSection>
      )}
      {locations.length > 0 && main !== undefined && (
        <InsightsSection title="Your locations">
          <InsightsLocationTable locations={locations} products={[main.product]} />
        </InsightsSection>
      )}
      <div className={classes.actions}>
        {bookingLink !== null && <OpenBookingPageButton link={bookingLink} />}
        <ShareButton title={insights.practiceName} />
      </div>
      <InsightsFooter insights={insights} />
      <nav className={classes.bar} aria-label="On this page">
        <InPageLink to="summary">Summary</InPageLink>
        {step !== null && <InPageLink to="step">Step</InPageLink>}
        {compared.length > 0 && <InPageLink to="peers">Peers</InPageLink>}
        {figures.length > 0 && <InPageLink to="weeks">Weeks</InPageLink>}
        <InPageLink to="contact">Contact</InPageLink>
      </nav>
    </main>
  );
}

/** Share button. Renders nothing when the browser can't share. */
function ShareButton({ title }: { title: string }) {
  if (!('share' in navigator)) return null;
  const share = () =>
    navigator
      .share({ title: `Insights for ${title}`, url: window.location.href })
      .catch((error: unknown) => {
        // Closing the share sheet rejects with an AbortError, which is not a failure.
        if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      });
  return (
    <Button
      variant="default"
      leftSection={<IconShare2 size={16} aria-hidden />}
      onClick={() => void share()}
    >
      Share
    </Button>
  );
}
