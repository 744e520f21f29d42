import { Button, Text } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import type { Insights } from '#shared/insights/insights.ts';
import { comparedOf, mainFigure, stepText } from '#shared/insights/words.ts';
import classes from './insights.module.css';
import { Locations } from './Locations.tsx';
import { BookingButton, Foot, Head, InPageLink, Part, Peers, Recap } from './parts.tsx';
import { Trends } from './Trends.tsx';

/** One column of cards, and a bar at the bottom that leads to them. */
export function MobileInsights({ insights }: { insights: Insights }) {
  const { figures, step, locations, bookingLink } = insights;
  const compared = comparedOf(figures);
  const main = mainFigure(figures);
  return (
    <main className={classes.phone}>
      <Head insights={insights} />
      {figures.length > 0 && (
        <Part title="What you did">
          <Recap figures={figures} />
        </Part>
      )}
      {step !== null && (
        <Part title="One thing to try" place="step">
          <Text>{stepText(step)}</Text>
        </Part>
      )}
      {compared.length > 0 && (
        <Part title="Beside similar practices" place="peers">
          <Peers figures={compared} />
        </Part>
      )}
      {figures.length > 0 && (
        <Part title="Four-week totals, week by week" place="weeks">
          <Trends figures={figures} />
        </Part>
      )}
      {locations.length > 0 && main !== undefined && (
        <Part title="Your locations">
          <Locations locations={locations} products={[main.product]} />
        </Part>
      )}
      <div className={classes.actions}>
        {bookingLink !== null && <BookingButton link={bookingLink} />}
        <ShareButton title={insights.practiceName} />
      </div>
      <Foot insights={insights} />
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

/** Only where the browser can share. */
function ShareButton({ title }: { title: string }) {
  if (!('share' in navigator)) return null;
  const share = () =>
    navigator.share({ title: `Insights for ${title}`, url: window.location.href }).catch((error: unknown) => {
      // Closing the sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    });
  return (
    <Button variant="default" leftSection={<IconShare2 size={16} aria-hidden />} onClick={() => void share()}>
      Share
    </Button>
  );
}
