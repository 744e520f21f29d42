import { Button, Menu } from '@mantine/core';
import { IconNavigation } from '@tabler/icons-react';
import { directionsLink, type MapService, mapServices } from '#shared/core/links.ts';
import type { RoutePoint } from '#shared/map/route/plan.ts';

interface Leg {
  from: RoutePoint | null;
  stops: readonly RoutePoint[];
  /** Numbers of the first and the last stop. */
  first: number;
  last: number;
}

/** Splits a route into legs with at most `most` stops. A leg starts at the last stop before it. */
export function splitIntoLegs(
  start: RoutePoint | null,
  stops: readonly RoutePoint[],
  most: number,
): Leg[] {
  const legs: Leg[] = [];
  for (let at = 0; at < stops.length; at += most) {
    const part = stops.slice(at, at + most);
    legs.push({
      from: at === 0 ? start : (stops[at - 1] ?? null),
      stops: part,
      first: at + 1,
      last: at + part.length,
    });
  }
  return legs;
}

interface Properties {
  start: RoutePoint | null;
  stops: readonly RoutePoint[];
}

/** Menu of links that open the route in a maps service. */
export const DirectionsMenu = ({ start, stops }: Properties) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button
        size="xs"
        variant="default"
        disabled={stops.length === 0}
        leftSection={<IconNavigation size={14} aria-hidden />}
      >
        Open in maps app
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {(['google', 'apple'] satisfies MapService[]).map((service) => (
        <ServiceItems
          key={service}
          service={service}
          legs={splitIntoLegs(start, stops, mapServices[service].maxStops)}
        />
      ))}
    </Menu.Dropdown>
  </Menu>
);

const ServiceItems = ({ service, legs }: { service: MapService; legs: readonly Leg[] }) => {
  const { name, maxStops } = mapServices[service];
  return (
    <>
      {legs.length > 1 && (
        <Menu.Label>
          {name} takes {maxStops} stops at once
        </Menu.Label>
      )}
      {legs.map(({ from, stops, first, last }) => (
        <Menu.Item
          key={first}
          component="a"
          href={directionsLink(service, from, stops)}
          target="_blank"
          rel="noopener"
        >
          {name}
          {legs.length > 1 && `: stops ${first} to ${last}`}
        </Menu.Item>
      ))}
    </>
  );
};
