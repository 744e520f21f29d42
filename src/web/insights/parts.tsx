import { Anchor, Button, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { products } from '#shared/core/products.ts';
import { companyLine } from '#shared/core/settings/desk-settings.ts';
import { usageText } from '#shared/health/product-table.ts';
import type { Figure, Insights } from '#shared/insights/insights.ts';
import { amountText, changeText, definitionsText, headline, helpWords, newWords, placeText, previewWords } from '#shared/insights/words.ts';
import { RangePlot } from '#web/health/usage/RangePlot.tsx';
import classes from './insights.module.css';

/** A part of the page on its own ground. `place` is where links on the page lead. */
export function Part({ title, place, children }: { title: string; place?: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section className={classes.part} aria-labelledby={heading} id={place}>
      <Title order={2} size="h4" id={heading}>
        {title}
      </Title>
      {children}
    </section>
  );
}

/** Whose page it is, and the result in one sentence. */
export function Head({ insights }: { insights: Insights }) {
  return (
    <header className={classes.head} id="summary">
      {insights.isPreview && (
        <Text size="sm" className={classes.note}>
          {previewWords}
        </Text>
      )}
      <Text c="dimmed" fw={550}>
        {insights.practiceName}
      </Text>
      <Title order={1} className={classes.headline}>
        {headline(insights)}
      </Title>
      {insights.isNew && insights.weekEndDate !== null && <Text c="dimmed">{newWords}</Text>}
    </header>
  );
}

/** What was done with each product, against the four weeks before. */
export function Recap({ figures }: { figures: readonly Figure[] }) {
  return (
    <ul className={classes.recap}>
      {figures.map(({ product, usage, previousUsage }) => (
        <li key={product} data-sub={products[product].parent !== undefined || undefined}>
          <span>{products[product].name}</span>
          <strong>{usage === null ? 'No figures' : amountText(product, usage)}</strong>
          {usage !== null && previousUsage !== null && <small>{changeText(product, usage, previousUsage)}</small>}
        </li>
      ))}
    </ul>
  );
}

/** Where the practice stands among similar ones, kindly. */
export function Peers({ figures }: { figures: readonly Figure[] }) {
  return (
    <ul className={classes.peers}>
      {figures.map(
        ({ product, peers }) =>
          peers !== null && (
            <li key={product}>
              <div>
                <strong>{products[product].name}</strong>
                {peers.isPerLocation && ' per location'}
              </div>
              <RangePlot range={peers} color="var(--accent)" />
              <div>
                {placeText({ product, peers })}.
                <Text size="sm" c="dimmed">
                  You {usageText(product, peers.usage)}, usual {usageText(product, peers.low)} to {usageText(product, peers.high)}
                </Text>
              </div>
            </li>
          ),
      )}
    </ul>
  );
}

export function BookingButton({ link }: { link: string }) {
  return (
    <Button component="a" href={link} target="_blank" rel="noopener noreferrer">
      Open your booking page
    </Button>
  );
}

/** What the figures are, and who made the page. */
export function Foot({ insights: { weekEndDate, company } }: { insights: Insights }) {
  return (
    <footer className={classes.foot} id="contact">
      {weekEndDate !== null && <p>{definitionsText(weekEndDate)}</p>}
      <p>{helpWords}</p>
      {company.name !== '' && <p>{companyLine(company)}</p>}
    </footer>
  );
}

export const InPageLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Anchor href={`#${to}`} underline="never">
    {children}
  </Anchor>
);
