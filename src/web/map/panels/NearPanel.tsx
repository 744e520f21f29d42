import { SegmentedControl, Text } from '@mantine/core';
import { type RefObject, useMemo } from 'react';
import { numberText } from '#shared/core/words.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import { VisitPlanLink } from '#web/institutions/VisitPlanLink.tsx';
import type { MapFilters } from '../address/map-address.ts';
import type { PointTable } from '../draw/point-table.ts';
import type { MapCoordinates } from '../draw/view.ts';
import { TierFilterSelect } from '../legend/TierFilterSelect.tsx';
import { findCustomersNear, type SearchRadius, searchRadiusChoices } from '../near.ts';
import { PlanRouteLink } from '../route/PlanRouteLink.tsx';
import { routePathFrom } from '../route/route-address.ts';
import { PracticeList } from './PracticeList.tsx';
import { customerLocationCountText, milesText } from './practice-lists.ts';
import { SidePanel } from './SidePanel.tsx';

interface Properties {
  place: MapCoordinates;
  /** Name of the place; `null` for the user's own position. */
  name: string | null;
  points: PointTable<Practice>;
  visible: Uint8Array;
  miles: SearchRadius;
  onMiles: (miles: SearchRadius) => void;
  filters: MapFilters;
  onFilters: (filters: MapFilters) => void;
  onShowOnMap: (practice: Practice) => void;
  onClose: () => void;
  returnTo: RefObject<HTMLElement | null>;
}

/** Panel with the customers around a place, nearest first by straight-line distance. */
export function NearPanel({
  place,
  name,
  points,
  visible,
  miles,
  onMiles,
  filters,
  onFilters,
  ...rest
}: Properties) {
  const near = useMemo(
    () => findCustomersNear(points, place, miles, visible),
    [points, place, miles, visible],
  );
  const byLocation = useMemo(
    () => new Map(near.map((each) => [each.practice.locationId, each])),
    [near],
  );
  const where = miles === 'any' ? 'at any distance' : `within ${miles} miles`;
  const note = (practice: Practice) => {
    const found = byLocation.get(practice.locationId);
    if (!found) return '';
    const others =
      found.locations === 1 ? '' : ` · ${numberText(found.locations)} locations ${where}`;
    return milesText(found.miles) + others;
  };
  const locations = near.reduce((sum, each) => sum + each.locations, 0);
  return (
    <SidePanel
      title={name === null ? 'Nearest to you' : `Nearest to ${name}`}
      summary={`${customerLocationCountText(near.length, locations)} ${where}`}
      onClose={rest.onClose}
      returnTo={rest.returnTo}
      tools={
        <>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label="Radius"
            value={String(miles)}
            onChange={(value) =>
              onMiles(searchRadiusChoices.find((each) => String(each) === value) ?? miles)
            }
            data={searchRadiusChoices.map((each) => ({
              value: String(each),
              label: each === 'any' ? 'Any' : `${each} mi`,
            }))}
          />
          <TierFilterSelect filters={filters} onFilters={onFilters} />
          <VisitPlanLink />
          <PlanRouteLink path={routePathFrom({ ...place, name: name ?? 'My position' })} />
        </>
      }
    >
      {near.length === 0 ? (
        <Text p="sm" c="dimmed">
          No visible customer is within this distance. Choose a larger radius or more tiers.
        </Text>
      ) : (
        <PracticeList
          practices={near.map(({ practice }) => practice)}
          note={note}
          onShowOnMap={rest.onShowOnMap}
        />
      )}
    </SidePanel>
  );
}
