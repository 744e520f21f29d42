import { searchLimits } from '#shared/search/search.ts';
import type { GuideFactory } from '#web/ui/guide/guide.ts';
import { globalKeys, searchKeys } from '#web/ui/guide/keys.ts';
import { createAllScoringSections, createRefreshTimesSection } from '#web/ui/guide/scoring.ts';

export const createMapGuide: GuideFactory = (facts) => ({
  features: [
    {
      title: 'Map of practices',
      text: 'Every practice with coordinates is a pin; the legend explains its color and symbol. Practices close together share one ring, which shows their number and the share of each group. Click a ring to zoom in. The page’s link keeps the map’s position, the filters and the open panel, so you can share what you see.',
      control: 'map',
    },
    {
      title: 'Go to a place',
      text: 'Type a city with its state, or a ZIP code. The map moves there and lists the nearest customers with their distance in miles. You can choose the radius and the health tiers.',
      control: 'map-place',
    },
    {
      title: 'Legend and filters',
      text: 'The legend counts each practice once: under its color or, if the customer is in grace, under “In grace”. Click a legend entry to hide or show its pins.',
      control: 'map-legend',
    },
    {
      title: 'What the colors show',
      text: 'Color the map by tier, by the score change in the last official week, by owner (your customers, other owners’ customers, no owner) or by churn tier (customers predicted to leave).',
      control: 'map-color',
    },
    {
      title: 'Silent connections',
      text: 'A dark ring marks a practice whose connection fell silent together with other connections of the same EHR or region. Where a number stands for several practices, the dark part of its ring is the share of practices with a silent connection. The legend lists each incident. Click an incident in the legend to hide its dark rings.',
      control: 'map-incidents',
    },
    {
      title: 'Practices in view',
      text: 'Lists the practices in view, lowest score first, and counts their customers and locations. After you move the map, “Search this area” opens the same list.',
      control: 'map-list',
    },
    {
      title: 'Plan route here',
      text: 'Opens the route planner with the customers and prospects in view, or around the place, and suggests the stops that are most worth a visit.',
      control: 'map-route',
    },
    {
      title: 'Plan visits',
      text: 'Select customers with the route button of a row, in a popup on the map, or with “Add to visits” in a customer’s dialog. The plan orders all of them by driving, with addresses to print or open in a maps app. Its link keeps the plan.',
      control: 'visit-plan',
    },
    {
      title: 'Practices not on the map',
      text: 'Lists practices with missing or invalid coordinates, and the reason.',
      control: 'map-unplottable',
    },
    {
      title: 'Search',
      text: `Finds customers, prospects and new practices, from ${searchLimits.shortestQuery} characters. A customer matches by name or ID, a location by name, city, state, EHR, ID or phone number. “Near Me” lists the customers nearest to you.`,
      control: 'search',
    },
    {
      title: 'Menu of pages',
      text: 'Opens the other pages. The pages that you open most are under “Quick access”; expand a group for the rest. “Go to anything” finds pages, actions and customers.',
      control: 'menu',
    },
    {
      title: 'Customer details',
      text: 'Click a pin or a search result to see a summary, each product compared with peers, why the score changed and what would improve it. Full View opens the customer’s page.',
    },
  ],
  howItWorks: [
    {
      title: 'What the colors mean',
      blocks: [
        'A pin shows the health tier of its institution in the last official week. All locations of an institution share its tier. A dashed outline marks a customer in its grace period.',
        'Colored by score change, a pin shows whether the score went up, went down or stayed flat (within the trend threshold) in the last official week.',
        'Colored by churn tier, a pin shows the tier of today’s churn prediction. Rejected predictions don’t count. When predictions are not reliable enough, no pin has a churn tier.',
      ],
    },
    createRefreshTimesSection(facts),
    {
      title: 'Search',
      blocks: [
        `The search starts at ${searchLimits.shortestQuery} characters and ignores upper and lower case. It shows up to ${searchLimits.customers} customers. Institutions come before locations, and larger institutions before smaller ones. Together, it shows at most ${searchLimits.combined} customers and prospects.`,
      ],
    },
  ],
  healthScoring: createAllScoringSections(facts),
  keys: [...globalKeys, ...searchKeys],
});
