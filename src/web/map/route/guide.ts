import { mapServices } from '#shared/core/links.ts';
import { maxRouteStops } from '#shared/map/route/planner.ts';
import { createGuideFactory } from '#web/ui/guide/from-registry.ts';
import { globalKeys } from '#web/ui/guide/keys.ts';

export const createRouteGuide = createGuideFactory({
  metrics: ['visitWorth', 'drivingEstimate'],
  controls: [
    {
      id: 'route-controls',
      label: 'Start, length and departure',
      does: 'Choose a city, a ZIP code or your position as the start, how long the route may take, and when you leave. A change of the length plans the route again.',
    },
    {
      id: 'route-stops',
      label: 'Stops',
      does: 'The stops in their order, with arrival, driving time and the reasons for the visit. Move a stop with its buttons, with Alt and an arrow key, or by dragging it. Pin a stop that you must visit, or remove it; all times change at once.',
    },
    {
      id: 'route-others',
      label: 'Not in the route',
      does: 'The other candidates, most valuable first. Add one to the route where it costs the least driving.',
    },
    {
      id: 'route-omitted',
      label: 'Left out',
      does: 'Selected customers and prospects that cannot be stops, with the reason.',
    },
    {
      id: 'route-tools',
      label: 'Maps app and print',
      does: `Open the whole route in Google Maps (up to ${mapServices.google.maxStops} stops at once) or Apple Maps (up to ${mapServices.apple.maxStops}), or print it. “Navigate” opens directions to one stop in Google Maps.`,
    },
  ],
  keys: [...globalKeys, { keys: ['Alt ↑', 'Alt ↓'], does: 'Move the focused stop up or down' }],
  howItWorks: () => [
    {
      title: 'How a route is planned',
      blocks: [
        `The planner looks for the stops that are most worth a visit, minus the cost of driving, within the length of the route. It visits pinned stops in any case, and at most ${maxRouteStops} stops.`,
        'Driving times are estimates from straight lines. An administrator sets the road factor, the average speed and the minutes of each visit under Administration, Settings.',
        'The page’s link holds the whole route. Save or send the link to keep the route.',
      ],
    },
    {
      title: 'Where a route starts',
      blocks: [
        'Select customers in the customer list, on the map or in a customer’s dialog, or select prospects in the list of prospects. Then choose “Plan route”, or “Plan visits” for customers that you added to visits. You can also plan a route from an area on the map or from a prospect’s page.',
      ],
    },
  ],
});
