import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconRoute, IconRouteOff } from '@tabler/icons-react';
import { toggleVisit, useVisitSelection } from './visit-selection.ts';

interface Properties {
  institutionId: number;
  name: string;
}

/** Icon button that selects a customer for a visit, for rows of lists. */
export function VisitToggleIcon({ institutionId, name }: Properties) {
  const isSelected = useVisitSelection().includes(institutionId);
  return (
    <Tooltip label={isSelected ? 'Remove from visits' : 'Add to visits'}>
      <ActionIcon
        variant={isSelected ? 'filled' : 'subtle'}
        aria-label={`Visit ${name}`}
        aria-pressed={isSelected}
        onClick={() => toggleVisit(institutionId)}
      >
        <IconRoute size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Button that selects a customer for a visit. */
export function VisitToggleButton({ institutionId }: Pick<Properties, 'institutionId'>) {
  const isSelected = useVisitSelection().includes(institutionId);
  const Icon = isSelected ? IconRouteOff : IconRoute;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={14} aria-hidden />}
      onClick={() => toggleVisit(institutionId)}
    >
      {isSelected ? 'Remove from visits' : 'Add to visits'}
    </Button>
  );
}
