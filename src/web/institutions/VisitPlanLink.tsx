import { Button, Group } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { countText } from '#shared/core/words.ts';
import { selectVisits, useVisitSelection } from './visit-selection.ts';

/** Link to the plan of the selected visits; renders nothing while no customer is selected. */
export function VisitPlanLink() {
  const selected = useVisitSelection();
  if (selected.length === 0) return null;
  return (
    <Group gap="xs" wrap="nowrap" data-guide="visit-plan">
      <Button
        component={Link}
        to={paths.visitPlanOf(selected)}
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
