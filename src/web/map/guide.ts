import { searchLimits } from '#shared/search/search.ts';
import type { GuideMaker } from '#web/ui/guide/guide.ts';
import { everywhere, searchKeys } from '#web/ui/guide/keys.ts';
import { refreshSection, wholeScoring } from '#web/ui/guide/scoring.ts';

export const customerHealthGuide: GuideMaker = (facts) => ({
  features: [
    {
      title: 'Map of practices',
      text: 'Every practice with coordinates is a pin; the legend explains its color and mark. Practices close together form one ring that shows how many they are and their shares. Click it to zoom in. The link keeps the place, the filters and the open panel, so others see the same.',
      control: 'map',
    },
    {
      title: 'Go to a place',
      text: 'Type a city with its state, or a ZIP code. The map goes there and lists the customers nearest to it with their miles; choose how far around, and which tier.',
      control: 'map-place',
    },
    {
      title: 'Legend and filters',
      text: 'The legend counts each practice once: under its group, or in grace. Click an entry to hide or show its pins.',
      control: 'map-legend',
    },
    {
      title: 'What the colors show',
      text: 'Color the map by tier, by the change of the score in the last official week, by owner (your customers, those of others, those without one), or by churn tier (who is predicted to leave).',
      control: 'map-color',
    },
    {
      title: 'Silent feeds',
      text: 'A dark ring marks a practice whose feed fell silent together with others of its records system or region; around a group of practices, its length shows how many of them are silent. The legend names each such incident, goes to it and opens it; a click hides the rings.',
      control: 'map-incidents',
    },
    {
      title: 'List of an area',
      text: 'Lists the practices that are in view, lowest score first, and counts customers and locations apart. After a move of the map, “Search this area” does the same.',
      control: 'map-list',
    },
    {
      title: 'Practices without a place',
      text: 'Practices whose coordinates are missing or cannot be right are not on the map. This lists them, with the reason.',
      control: 'map-unplottable',
    },
    {
      title: 'Search',
      text: `Finds customers, prospects and new practices, from ${searchLimits.shortestQuery} characters. A customer matches by its name or id, a location by its name, city, state, EHR, id or telephone number. “Near Me” lists the customers nearest to you.`,
      control: 'search',
    },
    {
      title: 'Menu of pages',
      text: 'Leads to every other page, and to the palette of pages, actions and customers. The page you are on is marked.',
      control: 'menu',
    },
    {
      title: 'Details of a customer',
      text: 'Click a pin or a result: the details show a summary, each product against its peers, why the score moved and what would move it. Full View opens the customer’s own page.',
    },
  ],
  howItWorks: [
    {
      title: 'What the colors mean',
      blocks: [
        'A pin has the health tier that its institution had when the last official week was closed. All locations of one institution share its tier. A dashed outline is a customer in grace.',
        'Colored by change, a pin says whether that score went up or down against the week before, or stayed within the band that counts as flat.',
        'Colored by churn, a pin has the tier of the churn prediction of the day, without rejected predictions. When no predictions can be trusted, no pin has one.',
      ],
    },
    refreshSection(facts),
    {
      title: 'Search',
      blocks: [
        `The search starts at ${searchLimits.shortestQuery} characters and ignores capitals. It shows up to ${searchLimits.customers} customers, institutions first, those with most locations before others; customers and prospects together are at most ${searchLimits.combined}.`,
      ],
    },
  ],
  healthScoring: wholeScoring(facts),
  keys: [...everywhere, ...searchKeys],
});
