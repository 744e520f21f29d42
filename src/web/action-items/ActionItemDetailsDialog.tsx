import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ListedActionItem } from '#shared/action-items/action-items.ts';
import {
  actionItemKindLabels,
  actionItemOutcomeTexts,
  actionItemPriorityLabels,
} from '#shared/action-items/words.ts';
import { countText, dayInWords } from '#shared/core/words.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import type { RowAction } from '#web/ui/list/row-actions.ts';
import { TierMark } from '#web/ui/tier/TierMark.tsx';
import { useActionItemChange } from './data.ts';

interface Properties {
  row: ListedActionItem;
  actions: readonly RowAction<ListedActionItem>[];
  onClose: () => void;
}

/** Dialog with the details and actions of an action item. */
export function ActionItemDetailsDialog({ row, actions, onClose }: Properties) {
  useFocusBack();
  const openInstitution = useInstitutionModal();
  const change = useActionItemChange();
  const wake = () =>
    change.mutate({
      calls: [row],
      change: { action: 'wake' },
      title: `No longer snoozed: ${row.title}, ${row.institutionName}`,
    });
  return (
    <Modal opened onClose={onClose} title={row.title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="sm">
        <Group gap={8}>
          <Anchor
            component="button"
            type="button"
            fw={600}
            onClick={() => openInstitution(row.institutionId)}
          >
            {row.institutionName}
          </Anchor>
          <TierMark tier={row.healthTier} />
        </Group>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {row.details === '' ? 'No details.' : row.details}
        </Text>
        <Text size="sm">
          {actionItemKindLabels[row.kind]}, {actionItemPriorityLabels[row.priority].toLowerCase()}{' '}
          priority, {row.minutes} min, due {dayInWords(row.dueOn)}, for{' '}
          {row.personName ?? 'no one (the customer has no owner)'}
          {row.assignee === null && row.personName !== null && ', the customer’s owner'}.
        </Text>
        <Text size="sm">
          {row.rule === null
            ? `Added manually ${countText(row.ageDays, 'day')} ago.`
            : `The rule “${row.rule.name}” fired ${row.firedCount}×${row.lastFiredOn === null ? '' : `, last on ${dayInWords(row.lastFiredOn)}`}.`}{' '}
          {row.rule !== null && <MetricInfo metric="callFirings" />}
        </Text>
        {row.snooze !== null && (
          <Text size="sm">
            Snoozed until {dayInWords(row.snooze.until)}: {row.snooze.reason}
          </Text>
        )}
        {row.outcome !== null && (
          <Text size="sm">
            Closed by {row.closedBy ?? 'a former user'}
            {row.closedOn !== null && ` on ${dayInWords(row.closedOn)}`}:{' '}
            {actionItemOutcomeTexts[row.outcome].name}
            {row.note !== null && `. ${row.note}`}
          </Text>
        )}
        {row.outcome === null && (
          <Group gap={6}>
            {actions.map(({ label, icon, onAct, shortcut }) => (
              <Button
                key={shortcut}
                size="xs"
                variant="default"
                leftSection={icon}
                onClick={(event) => onAct([row], event.currentTarget)}
              >
                {label}
              </Button>
            ))}
            {row.snooze !== null && (
              <Button size="xs" variant="default" loading={change.isPending} onClick={wake}>
                Unsnooze
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Modal>
  );
}
