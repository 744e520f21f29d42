import { Anchor, Button, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { products } from '#shared/core/products.ts';
import { companyFooterLine } from '#shared/core/settings/company.ts';
import { usageText } from '#shared/health/product-table.ts';
import type { Insights, InsightsProductUsage } from '#shared/insights/insights.ts';
import {
  colleaguePreviewNote,
  explainFigures,
  helpText,
  insightsHeadline,
  newCustomerText,
  peerComparisonText,
  usageAmountText,
  usageChangeText,
} from '#shared/insights/words.ts';
import { RangePlot } from '#web/health/usage/RangePlot.tsx';
import classes from './insights.module.css';

/** Titled section of the page. `anchor` is the target of in-page links. */
export function InsightsSection({
  title,
  anchor,
  children,
}: {
  title: string;
  anchor?: string;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <section className={classes.part} aria-labelledby={heading} id={anchor}>
      <Title order={2} size="h4" id={heading}>
        {title}
      </Title>
      {children}
    </section>
  );
}

/** Page header: name of the practice and the one-sentence summary. */
export function InsightsHeader({ insights }: { insights: Insights }) {
  return (
    <header className={classes.head} id="summary">
      {insights.isPreview && (
        <Text size="sm" className={classes.note}>
          {colleaguePreviewNote}
        </Text>
      )}
      <Text c="dimmed" fw={550}>
        {insights.practiceName}
      </Text>
      <Title order={1} className={classes.headline}>
        {insightsHeadline(insights)}
      </Title>
      {insights.isNew && insights.weekEndDate !== null && <Text c="dimmed">{newCustomerText}</Text>}
    </header>
  );
}

/** List of products with their usage and its change from the four weeks before. */
export function UsageRecapList({ figures }: { figures: readonly InsightsProductUsage[] }) {
  return (
    <ul className={classes.recap}>
      {figures.map(({ product, usage, previousUsage }) => (
        <li key={product} data-sub={products[product].parent !== undefined || undefined}>
          <span>{products[product].name}</span>
          <strong>{usage === null ? 'No data' : usageAmountText(product, usage)}</strong>
          {usage !== null && previousUsage !== null && (
            <small>{usageChangeText(product, usage, previousUsage)}</small>
          )}
        </li>
      ))}
    </ul>
  );
}

/** List of products with the practice's position among its peers. */
export function PeerComparison({ figures }: { figures: readonly InsightsProductUsage[] }) {
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
                {peerComparisonText({ product, peers })}.
                <Text size="sm" c="dimmed">
                  You: {usageText(product, peers.usage)}, typical range:{' '}
                  {usageText(product, peers.low)}–{usageText(product, peers.high)}
                </Text>
              </div>
            </li>
          ),
      )}
    </ul>
  );
}

export function OpenBookingPageButton({ link }: { link: string }) {
  return (
    <Button component="a" href={link} target="_blank" rel="noopener noreferrer">
      Open your booking page
    </Button>
  );
}

/** Page footer: definitions, help and the company's address. */
export function InsightsFooter({ insights: { weekEndDate, company } }: { insights: Insights }) {
  return (
    <footer className={classes.foot} id="contact">
      {weekEndDate !== null && <p>{explainFigures(weekEndDate)}</p>}
      <p>{helpText}</p>
      {company.name !== '' && <p>{companyFooterLine(company)}</p>}
    </footer>
  );
}

export const InPageLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Anchor href={`#${to}`} underline="never">
    {children}
  </Anchor>
);
