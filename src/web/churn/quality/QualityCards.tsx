import { Group, Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { getPredictionQuality } from '#shared/churn/quality/quality.ts';
import { proportionText } from '#shared/churn/quality/share.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { median } from '#shared/core/numbers/median.ts';
import { countText, dayInWords, dollarsText, shareText } from '#shared/core/words.ts';
import type { MetricKey } from '#shared/metrics/metric.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { metricNames } from '#web/metrics/metric-names.ts';
import {
  type EvaluationPeriod,
  FlagPrecisionWithLinks,
  lostOutcomes,
  OutcomesLink,
} from './part-links.tsx';

type Quality = ResponseOf<typeof getPredictionQuality>;

const usualCapacity = 25;

interface Properties {
  quality: Quality;
  model: NonNullable<Quality['model']>;
  weeks: EvaluationPeriod;
}

/** Quality figures, each with advice for a bad value. */
export function QualityCards({ quality, model, weeks }: Properties) {
  const chosen = model.candidates.find((candidate) => candidate.isChosen);
  const atCapacity = quality.capacity.find(({ k }) => k === usualCapacity);
  const lead = median(quality.leadDays);
  const early = quality.leadDays.filter((days) => days >= 30).length;
  const between = (measured: { value: number; low: number; high: number } | undefined) =>
    measured === undefined
      ? 'unknown'
      : `${measured.value.toFixed(2)} (${measured.low.toFixed(2)}–${measured.high.toFixed(2)})`;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" data-guide="quality-cards">
      <Card
        metric="churnFlagged"
        value={<FlagPrecisionWithLinks part={quality.flagged} weeks={weeks} of="flags" />}
        help={`Counts flags${weeks.from === null || weeks.until === null ? '' : ` made ${dayInWords(weeks.from)} – ${dayInWords(weeks.until)}, whose 60 days are over`}. If this is low, mute patterns that are rarely followed by a loss.`}
      />
      <Card
        metric="churnCaught"
        value={
          <OutcomesLink weeks={weeks} outcomes={lostOutcomes} of="losses flagged in time">
            {proportionText(quality.losses)}
          </OutcomesLink>
        }
        help={`Counts losses${weeks.from === null ? '' : ` since ${dayInWords(weeks.from)}`} up to today, also those after flags that are too recent for the other figure. If this is low, review the missed losses and add the signal they share.`}
      />
      <Card
        metric="churnRevenueCaught"
        value={revenueText(quality.revenue)}
        help={`${quality.revenue.unpriced === 0 ? '' : `Unknown for ${countText(quality.revenue.unpriced, 'loss', 'losses')}. `}If this is below the share of losses flagged, predictions miss large customers.`}
      />
      <Card
        metric="churnCapacity"
        value={atCapacity === undefined ? 'unknown' : proportionText(atCapacity.flagged)}
        help={`For ${usualCapacity} customers per week. If this is low, work on fewer customers, starting with those most likely to leave.`}
      />
      <Card
        metric="churnRanking"
        value={between(chosen?.auc)}
        help="If the interval contains 0.5, the model is no better than chance and no tiers are shown."
      />
      <Card
        metric="churnAveragePrecision"
        value={between(chosen?.averagePrecision)}
        help={`The base rate is ${model.baseRate.toFixed(3)}. If the average precision is close to the base rate, trust the ranking but not the alerts.`}
      />
      <Card
        metric="churnLift"
        value={chosen === undefined ? 'unknown' : `${chosen.lift.toFixed(1)} times`}
        help="If this is under 2, the at-risk list works just as well as the model."
      />
      <Card
        metric="churnBrier"
        value={chosen?.brier?.toFixed(4) ?? 'unknown'}
        help="If this grows, the base rate has changed. Train a new version."
      />
      <Card
        metric="churnCalibration"
        value={chosen?.calibrationError?.toFixed(4) ?? 'unknown'}
        help="If this is over 0.05, use the chances only to rank customers."
      />
      <Card
        metric="churnLeadTime"
        value={
          lead === null
            ? 'unknown'
            : `${countText(Math.round(lead), 'day')}; ${early} of ${quality.leadDays.length} were at least 30 days`
        }
        help="If this is short, signals come too late. Look for earlier signals."
      />
      <Card
        metric="churnFlips"
        value={proportionText(quality.flips)}
        help="If this is high, tiers are unstable. Wait for a second week before you take costly action."
      />
      <Card
        metric="churnVerdicts"
        value={`${quality.verdicts.accepted} accepted, ${quality.verdicts.rejected} rejected`}
        help={`${quality.verdicts.rejectedAndLeft} rejected customers left within 60 days.`}
      />
    </SimpleGrid>
  );
}

function revenueText({ of, hits }: Quality['revenue']): string {
  return of === 0
    ? 'unknown'
    : `${shareText(hits / of)}: ${dollarsText(hits)} of ${dollarsText(of)} per month`;
}

function Card({ metric, value, help }: { metric: MetricKey; value: ReactNode; help: string }) {
  return (
    <Paper p="sm" bg="var(--surface)">
      <Group gap={2} wrap="nowrap" mih={28}>
        <Text size="sm" c="dimmed">
          {metricNames[metric]}
        </Text>
        <MetricInfo metric={metric} />
      </Group>
      <Text component="div" fw={600}>
        {value}
      </Text>
      <Text size="xs" c="dimmed">
        {help}
      </Text>
    </Paper>
  );
}
