import { Button } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { maxRouteSelection } from '#shared/institutions/route-selection.ts';

/** Link to the route planner with these customers as candidates. */
export function PlanRouteButton({ institutionIds }: { institutionIds: readonly number[] }) {
  const properties = {
    size: 'xs',
    variant: 'default',
    leftSection: <IconRoute size={14} aria-hidden />,
  } as const;
  if (institutionIds.length > maxRouteSelection)
    return (
      <Button {...properties} disabled title={`At most ${maxRouteSelection} customers at once`}>
        Plan route…
      </Button>
    );
  return (
    <Button {...properties} component={Link} to={paths.routeOf({ institutionIds })}>
      Plan route…
    </Button>
  );
}
