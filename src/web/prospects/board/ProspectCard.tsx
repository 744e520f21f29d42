import { Anchor, Badge, Group, Paper, Text } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import { countText } from '#shared/core/words.ts';
import { dealText, isDealInProgress } from '#shared/prospects/deals.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import type { ProspectLostReason, SelectableProspectStage } from '#shared/prospects/stages.ts';
import { dayText, useToday } from '#web/core/days.ts';
import { CardMenu } from '#web/ui/board/CardMenu.tsx';
import { StageMenuItems } from '../changes/StageMenuItems.tsx';

interface Properties {
  row: ListedProspect;
  /** `true` when the prospect has been in the stage for longer than most others. */
  isOverdue: boolean;
  onMove: (stage: SelectableProspectStage, lostReason: ProspectLostReason | null) => void;
  onOpenChecklist: () => void;
}

/** Card of a prospect on the board. */
export function ProspectCard({ row, isOverdue, onMove, onOpenChecklist }: Properties) {
  const isMovable = row.stage !== 'Won' && !isDealInProgress(row.deal);
  const place = [row.city, row.state].filter((part) => part !== null).join(', ');
  return (
    <Paper
      p="xs"
      bg="var(--surface)"
      draggable={isMovable}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', String(row.prospectId))}
    >
      <Group justify="space-between" wrap="nowrap" gap={4} align="start">
        <Anchor
          component={Link}
          to={paths.prospect(prospectKeyOf(row))}
          size="sm"
          fw={600}
          c="var(--mantine-color-text)"
          lineClamp={2}
        >
          {row.name}
        </Anchor>
        {isMovable && (
          <CardMenu name={row.name}>
            <StageMenuItems
              current={row.stage}
              wonPath={paths.convertProspect(prospectKeyOf(row))}
              onMove={onMove}
            />
          </CardMenu>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {[place, row.ehr, row.locationCount && countText(row.locationCount, 'location')]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Group gap={6} mt={4}>
        <Badge size="sm" variant="light" tt="none">
          Score {row.score}
        </Badge>
        <Text
          size="xs"
          c={isOverdue ? 'var(--tier-critical)' : 'dimmed'}
          fw={isOverdue ? 600 : 400}
        >
          {countText(row.daysInStage, 'day')}
          {isOverdue && ', longer than most'}
        </Text>
        {row.exitCriteria !== null && (
          <Anchor
            component="button"
            type="button"
            size="xs"
            aria-label={`Exit checklist of ${row.name}: ${row.exitCriteria.met} of ${row.exitCriteria.of}`}
            onClick={onOpenChecklist}
          >
            <IconChecklist size={14} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
            {row.exitCriteria.met} of {row.exitCriteria.of}
          </Anchor>
        )}
        {row.doNotContact !== null && (
          <Badge size="sm" color="red" variant="light" tt="none">
            Do not contact
          </Badge>
        )}
      </Group>
      {row.deal !== null && (
        <Text size="xs" mt={4} fw={600}>
          {dealText(row.deal)}
        </Text>
      )}
      {row.nextTask !== null && <NextStep {...row.nextTask} />}
      <Text size="xs" mt={2}>
        {row.lostReason ?? row.owner?.name ?? 'Unassigned'}
      </Text>
    </Paper>
  );
}

function NextStep({ title, dueOn }: NonNullable<ListedProspect['nextTask']>) {
  const today = useToday();
  const isOverdue = dueOn !== null && dueOn < today;
  return (
    <Text size="xs" mt={2} lineClamp={2} {...(isOverdue ? { c: 'var(--tier-critical)' } : {})}>
      {isOverdue ? 'Overdue: ' : 'Next: '}
      {title}
      {dueOn !== null && `, ${dayText(dueOn, today)}`}
    </Text>
  );
}
