import { Button, Group } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { countText } from '#shared/core/words.ts';
import { selectVisits, useVisitSelection } from './visit-selection.ts';

interface Properties {
  /** Called when the link opens the plan. */
  onLeave?: (() => void) | undefined;
}

/** Link to the plan of the selected visits; renders nothing while no customer is selected. */
export function VisitPlanLink({ onLeave }: Properties) {
  const selected = useVisitSelection();
  if (selected.length === 0) return null;
  return (
    <Group gap="xs" wrap="nowrap" maw={400} data-guide="visit-plan">
      <Button
        component={Link}
        to={paths.visitPlanOf(selected)}
        onClick={onLeave}
        size="xs"
        fullWidth
        leftSection={<IconRoute size={14} aria-hidden />}
      >
        Plan {countText(selected.length, 'visit')}
      </Button>
      <Button size="xs" variant="default" flex="none" onClick={() => selectVisits([])}>
        Clear visits
      </Button>
    </Group>
  );
}
