import { Button } from '@mantine/core';
import { IconPhone, IconRoute } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';

/** Links that open the call list and the route planner with the selected prospects. */
export function ProspectTripLinks({
  rows,
}: {
  rows: readonly Pick<ListedProspect, 'prospectId'>[];
}) {
  const prospectIds = rows.map(({ prospectId }) => prospectId);
  return (
    <>
      <Button
        component={Link}
        to={paths.callListOf(prospectIds)}
        size="xs"
        variant="default"
        leftSection={<IconPhone size={14} aria-hidden />}
      >
        Call list…
      </Button>
      <Button
        component={Link}
        to={paths.routeOf({ prospectIds })}
        size="xs"
        variant="default"
        leftSection={<IconRoute size={14} aria-hidden />}
      >
        Plan route…
      </Button>
    </>
  );
}
