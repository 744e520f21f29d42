import { farReferenceMiles } from '#shared/prospects/evidence/talking-points.ts';
import { defaultProspectScoreLimits } from '#shared/prospects/score.ts';
import { createGuideFactory } from '#web/ui/guide/from-registry.ts';
import { globalKeys, listKeys } from '#web/ui/guide/keys.ts';

const stagesSection = {
  title: 'Stages',
  blocks: [
    'A prospect starts in New. Move it to Researching, Contacted, Demo and Proposal as you work on it. Lost asks for the reason. Nurture is for practices that are interested, but not now.',
    'If someone else changed the prospect first, your change is refused and you see the current values. Every accepted change is in the activity of the prospect.',
  ],
};

export const createSalesGuide = createGuideFactory({
  metrics: ['prospectScore', 'lostProspectReasons'],
  controls: [
    {
      id: 'sales-views',
      label: 'Board, list and map',
      does: 'Switch between the board, the list and the map. Search and filters stay.',
    },
    {
      id: 'sales-filters',
      label: 'Filters',
      does: 'Search and filter the cards of all columns, and save search and filters as a view.',
    },
    {
      id: 'sales-facets',
      label: 'Quick filters',
      does: 'Show your prospects, those in your territory, or active prospects without a note for 30 days (Stale).',
    },
    {
      id: 'sales-board',
      label: 'Board',
      does: 'One column for each stage, with the cards longest in the stage first. Move a card with its menu or by dragging it. In active stages with at least five prospects, days above the median of the stage are red. The count of a card, such as 1 of 3, opens the exit checklist of its stage. Click a number to list its prospects.',
    },
    {
      id: 'sales-lost-reasons',
      label: 'Why prospects are lost',
      does: 'Reasons of the prospects lost in the last twelve months, beside the customers that gave notice for the same reason. Click a number to list the prospects.',
    },
  ],
  keys: globalKeys,
  howItWorks: () => [stagesSection],
});

export const createProspectsGuide = createGuideFactory({
  metrics: ['prospectScore', 'nearestCustomerMiles'],
  controls: [
    {
      id: 'sales-views',
      label: 'Board, list and map',
      does: 'Switch between the board, the list and the map. Search and filters stay.',
    },
    {
      id: 'prospect-facets',
      label: 'Quick filters',
      does: 'Filter by active stages, your prospects, your territory, no owner, no note for 30 days (Stale), or possible duplicates.',
    },
    {
      id: 'prospect-list',
      label: 'The list',
      does: 'All prospects, best score first. Select rows to move them, to assign them to a user or to the owners of their territories, to mark them as do not contact, to merge two of them, to call them one after the other, or to plan a route. Click a row to open the prospect.',
    },
  ],
  keys: [...globalKeys, ...listKeys],
  howItWorks: () => [
    stagesSection,
    {
      title: 'Where prospects come from',
      blocks: [
        'Add a practice from the Discover tab of the search box, or import a file of prospects. A possible duplicate has the same phone number, the same name and ZIP code, or the same street as a customer or another prospect, or the same website without another address.',
      ],
    },
  ],
});

export const createProspectGuide = createGuideFactory({
  metrics: [
    'prospectScore',
    'nearestCustomerMiles',
    'similarUsage',
    'expectedOnboardingDays',
    'departuresByEhr',
  ],
  controls: [
    {
      id: 'prospect-work',
      label: 'Stage, owner and amount',
      does: 'Move the prospect, assign it, enter the expected monthly amount, mark it as do not contact, or plan a route to it and to customers and prospects nearby.',
    },
    {
      id: 'prospect-convert',
      label: 'Convert to customer',
      does: 'Create the customer with its first location, entitlements and onboarding case, or link a customer that exists. The owner gets a task to hand over to onboarding.',
    },
    {
      id: 'prospect-deal',
      label: 'Deal in HubSpot',
      does: 'Stage of the deal that was created for the prospect. While the deal is open, it moves in HubSpot only. Remove the link if the deal is not this prospect’s; the deal stays in HubSpot.',
    },
    {
      id: 'prospect-customer',
      label: 'Customer',
      does: 'Shows the customer of a won prospect, or a customer or prospect that may be the same practice. Merge a duplicate into the customer, or two prospects into one. You can undo a merge from the activity. You can undo a conversion for 24 hours, as long as the new customer has no other data.',
    },
    {
      id: 'prospect-checklist',
      label: 'Exit checklist',
      does: 'What should be true before the prospect leaves its stage. Tick a criterion when it is met. You can also move on with open criteria; the activity then shows their number.',
    },
    {
      id: 'prospect-facts',
      label: 'Facts',
      does: 'Each fact with its source and day. Enter a missing fact, or correct one: your value then takes precedence.',
    },
    {
      id: 'prospect-group',
      label: 'Part of a group',
      does: 'Prospects and customers with the same phone number or website, or with the same name or street in the ZIP code. A possible duplicate can be the same practice; another location has another address. Open one, merge a duplicate, or list the prospects with this phone number or website.',
    },
    {
      id: 'prospect-live',
      label: 'Live from Google Maps',
      does: 'Load the current phone number, website, hours and rating from Google Maps. They are shown only and never saved.',
    },
    {
      id: 'prospect-score',
      label: 'Score',
      does: 'The points of each part and the reason. Unknown facts add no points.',
    },
    {
      id: 'prospect-talking-points',
      label: 'Talking points',
      does: 'Up to three sentences for a call, made of measured facts. Copy them with one click. They name no customer.',
    },
    {
      id: 'prospect-similar-usage',
      label: 'Usage by similar practices',
      does: 'Usage of each product by customers of the same size and type, and the days until the first online booking and until the end of onboarding.',
    },
    {
      id: 'prospect-near-customers',
      label: 'Healthy customers like this practice',
      does: `The three nearest Healthy customers of the same type, size and EHR, as references, with the product in which each is best. When there are fewer, customers with another EHR, size or type follow. A customer more than ${farReferenceMiles} miles away is marked “Similar, not nearby”. Customers that are leaving are left out.`,
    },
    {
      id: 'prospect-churn',
      label: 'Churn on the same EHR',
      does: 'How often customers on the same EHR leave, and why. Click a number to see these losses.',
    },
    {
      id: 'prospect-tasks',
      label: 'Tasks',
      does: 'Next steps with assignee and due date. A due task is in My day of its assignee. The board and the list show the open task that is due next.',
    },
    { id: 'prospect-activity', label: 'Activity', does: 'Notes and changes, newest first.' },
  ],
  keys: globalKeys,
  howItWorks: () => [
    stagesSection,
    {
      title: 'Distance to Healthy customers',
      blocks: [
        `A Healthy customer within ${defaultProspectScoreLimits.nearMiles} miles adds points to the score. This is the default; an administrator can change it under Administration, Settings.`,
      ],
    },
  ],
});
