import { Button } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { Link } from 'react-router';

/** Link to the route planner with the customers and prospects of an area of the map. */
export const PlanRouteLink = ({ path }: { path: string }) => (
  <Button
    component={Link}
    to={path}
    size="xs"
    variant="default"
    fullWidth
    leftSection={<IconRoute size={14} aria-hidden />}
    data-guide="map-route"
  >
    Plan route here
  </Button>
);
