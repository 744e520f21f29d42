import { Anchor, Group, Menu, Paper, Text, VisuallyHidden } from '@mantine/core';
import type { ListedRenewal } from '#shared/renewals/renewals.ts';
import {
  isOpenRenewalStage,
  type OpenRenewalStage,
  openRenewalStages,
  ownerForecastWords,
  type RenewalOutcome,
  renewalStageLabels,
} from '#shared/renewals/words.ts';
import { LeavingBadge } from '#web/notices/LeavingBadge.tsx';
import { CardMenu } from '#web/ui/board/CardMenu.tsx';
import { renewalAmountAndDueText } from './due-text.ts';

interface Properties {
  row: ListedRenewal;
  onMove: (stage: OpenRenewalStage) => void;
  /** Opens the dialog that records the outcome. */
  onClose: (outcome: RenewalOutcome) => void;
  onOpen: () => void;
  /** Opens the dialog with forecast and check-ins. */
  onEdit: () => void;
}

/** Card of a renewal on the board. */
export function RenewalCard({ row, onMove, onClose, onOpen, onEdit }: Properties) {
  const isOpen = isOpenRenewalStage(row.stage);
  return (
    <Paper
      p="xs"
      bg="var(--surface)"
      draggable={isOpen}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', String(row.dealId))}
    >
      <Group justify="space-between" wrap="nowrap" gap={4} align="start">
        <Anchor
          component="button"
          type="button"
          size="sm"
          fw={600}
          ta="start"
          c="var(--mantine-color-text)"
          lineClamp={2}
          onClick={onOpen}
        >
          {row.institutionName}
        </Anchor>
        {isOpen && (
          <CardMenu name={row.institutionName}>
            <Menu.Label>Move to</Menu.Label>
            {openRenewalStages.map((stage) => (
              <Menu.Item key={stage} disabled={stage === row.stage} onClick={() => onMove(stage)}>
                {renewalStageLabels[stage]}
              </Menu.Item>
            ))}
            <Menu.Item onClick={() => onClose('signed')}>Signed…</Menu.Item>
            <Menu.Item onClick={() => onClose('lost')}>Lost…</Menu.Item>
          </CardMenu>
        )}
      </Group>
      <Text size="xs">{renewalAmountAndDueText(row)}</Text>
      {isOpen && row.leavesOn !== null && <LeavingBadge leavesOn={row.leavesOn} />}
      {isOpen && (
        <Text size="xs" c="dimmed">
          <Anchor component="button" type="button" size="xs" onClick={onEdit}>
            {row.call === null ? 'No forecast yet' : ownerForecastWords[row.call]}
            <VisuallyHidden>, forecast and check-ins of {row.institutionName}</VisuallyHidden>
          </Anchor>
          ; predicted risk {row.systemRisk.toLowerCase()}
          {row.isOpposed && row.decision === null && <b>; needs a decision</b>}
        </Text>
      )}
      {row.recordedOutcome !== null && (
        <Anchor component="button" type="button" size="xs" onClick={onEdit}>
          {row.recordedOutcome.reason ?? 'Recorded here'}
          <VisuallyHidden>, outcome of {row.institutionName}</VisuallyHidden>
        </Anchor>
      )}
    </Paper>
  );
}
