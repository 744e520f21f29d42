import { Badge, Group, List, Paper, Text, Title } from '@mantine/core';
import { activeLossesFilter } from '#shared/churn/losses/rules.ts';
import { oneDecimalText } from '#shared/core/amount-words.ts';
import { countText } from '#shared/core/words.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { churnSentence, departuresText } from '#shared/prospects/evidence/churn-words.ts';
import type { ChurnEvidence } from '#shared/prospects/evidence/evidence.ts';
import { LossesLink } from '#web/churn/causes/LossesLink.tsx';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';

const shownReasons = 3;

/** How often customers on the prospect's EHR leave, and why. */
export function ChurnSection({ churn }: { churn: ChurnEvidence }) {
  const { ehr, sizeTier, own, others, ratio, reasons, losses } = churn;
  const filters: ListFilter[] = [
    activeLossesFilter,
    { column: 'ehr', kind: 'one-of', values: [ehr] },
    ...(sizeTier === null
      ? []
      : [{ column: 'sizeTier', kind: 'one-of', values: [sizeTier] } as const]),
  ];
  return (
    <Paper p="md" data-guide="prospect-churn">
      <Group justify="space-between" mb="xs">
        <Group gap={4}>
          <Title order={2} size="h4">
            Churn on the same EHR
          </Title>
          <MetricInfo metric="departuresByEhr" />
        </Group>
        <Badge variant="outline" color="gray" tt="none">
          Internal
        </Badge>
      </Group>
      <Text size="sm">{churnSentence(churn)}</Text>
      <Text size="xs" c="dimmed">
        {departuresText(own)} on {ehr}, {departuresText(others)} on other EHRs
        {ratio !== null &&
          `; ratio ${oneDecimalText(ratio.value)}, 95% interval ${oneDecimalText(ratio.low)}–${oneDecimalText(ratio.high)}`}
      </Text>
      {losses > 0 && (
        <Text size="sm" mt="xs">
          <LossesLink filters={filters} of={`losses on ${ehr}`}>
            {countText(losses, 'notice')}
          </LossesLink>
          {reasons.length > 0 && '. Most frequent avoidable reasons:'}
        </Text>
      )}
      <List size="sm">
        {reasons.slice(0, shownReasons).map(({ reason, losses: count }) => (
          <List.Item key={reason}>
            {reason}:{' '}
            <LossesLink
              filters={[...filters, { column: 'mainReason', kind: 'one-of', values: [reason] }]}
              of={`losses on ${ehr}: ${reason}`}
            >
              {count}
            </LossesLink>
          </List.Item>
        ))}
      </List>
    </Paper>
  );
}
