import { paths } from '#shared/core/pages/paths.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import type { ListColumn } from '#shared/list/column.ts';
import { dealText } from './deals.ts';
import { duplicatePath, duplicateText } from './duplicates.ts';
import { type ListedProspect, prospectSourceText } from './rows.ts';
import { prospectLostReasons, prospectStages } from './stages.ts';

export const unassignedProspect = 'Unassigned';

const hidden = { isHidden: true } as const;

export const prospectColumns: readonly ListColumn<ListedProspect>[] = [
  {
    key: 'name',
    label: 'Prospect',
    kind: 'text',
    value: (row) => row.name,
    path: (row) => paths.prospect(prospectKeyOf(row)),
    isSearched: true,
    width: 220,
  },
  {
    key: 'score',
    label: 'Score',
    kind: 'number',
    value: (row) => row.score,
    metric: 'prospectScore',
  },
  {
    key: 'stage',
    label: 'Stage',
    kind: 'option',
    options: prospectStages,
    value: (row) => row.stage,
    hint: 'How far the team is with the prospect.',
  },
  {
    key: 'dealStage',
    label: 'Deal in HubSpot',
    kind: 'option',
    value: ({ deal }) => deal && (deal.stage ?? dealText(deal)),
    hint: 'Stage of the deal in HubSpot.',
    ...hidden,
  },
  {
    key: 'daysInStage',
    label: 'Days in stage',
    kind: 'number',
    value: (row) => row.daysInStage,
    hint: 'Days since the prospect entered its stage.',
  },
  {
    key: 'owner',
    label: 'Owner',
    kind: 'option',
    value: (row) => row.owner?.name ?? unassignedProspect,
    isPerson: true,
    hint: 'User who works on the prospect.',
  },
  {
    key: 'nearestMiles',
    label: 'Miles to a customer',
    kind: 'number',
    digits: 1,
    value: (row) => row.nearestMiles,
    metric: 'nearestCustomerMiles',
  },
  {
    key: 'nearestCustomer',
    label: 'Nearest customer',
    kind: 'text',
    value: (row) => row.nearestCustomer?.institutionName ?? null,
    ...hidden,
  },
  {
    key: 'position',
    label: 'Position',
    kind: 'option',
    value: (row) => {
      if (row.latitude === null) return null;
      return row.isPlacedByZip ? 'Center of the ZIP code' : 'Exact';
    },
    hint: 'Point from which distances are measured.',
    ...hidden,
  },
  { key: 'businessType', label: 'Type', kind: 'option', value: (row) => row.businessType || null },
  { key: 'city', label: 'City', kind: 'text', value: (row) => row.city, isSearched: true },
  { key: 'state', label: 'State', kind: 'option', value: (row) => row.state },
  {
    key: 'territory',
    label: 'Territory',
    kind: 'option',
    value: (row) => row.territory,
    hint: 'Sales territory of the prospect’s ZIP code or state.',
    ...hidden,
  },
  {
    key: 'territoryOwner',
    label: 'Territory owner',
    kind: 'option',
    value: (row) => row.territoryOwner,
    isPerson: true,
    hint: 'User who owns the prospect’s territory.',
    ...hidden,
  },
  { key: 'zip', label: 'ZIP code', kind: 'text', value: (row) => row.zip, ...hidden },
  { key: 'ehr', label: 'EHR', kind: 'option', value: (row) => row.ehr },
  {
    key: 'locationCount',
    label: 'Locations',
    kind: 'number',
    value: (row) => row.locationCount,
  },
  {
    key: 'monthlyAmount',
    label: 'Expected monthly amount',
    kind: 'number',
    prefix: '$',
    value: (row) => row.monthlyAmount,
  },
  {
    key: 'lastTouchOn',
    label: 'Last touch',
    kind: 'date',
    value: (row) => row.lastTouchOn,
    hint: 'Day of the newest note.',
  },
  {
    key: 'nextStep',
    label: 'Next step',
    kind: 'text',
    value: (row) => row.nextTask?.title ?? null,
    hint: 'Open task that is due next.',
  },
  {
    key: 'nextStepDue',
    label: 'Next step due',
    kind: 'date',
    value: (row) => row.nextTask?.dueOn ?? null,
    hint: 'Due date of the next step.',
  },
  {
    key: 'daysWithoutTouch',
    label: 'Days without touch',
    kind: 'number',
    value: (row) => row.daysWithoutTouch,
    hint: 'Days since the newest note, or since an active prospect without notes was added.',
    ...hidden,
  },
  { key: 'phone', label: 'Phone', kind: 'text', value: (row) => row.phone, ...hidden },
  { key: 'website', label: 'Website', kind: 'text', value: (row) => row.website, ...hidden },
  {
    key: 'source',
    label: 'Source',
    kind: 'option',
    value: (row) => prospectSourceText(row.source),
  },
  {
    key: 'checkedOn',
    label: 'Facts checked',
    kind: 'date',
    value: (row) => row.checkedOn,
    hint: 'Day on which the newest fact was entered or imported.',
  },
  { key: 'addedOn', label: 'Added', kind: 'date', value: (row) => row.addedOn, ...hidden },
  {
    key: 'doNotContact',
    label: 'Do not contact',
    kind: 'flag',
    value: (row) => row.doNotContact !== null,
  },
  {
    key: 'duplicateOf',
    label: 'Possible duplicate',
    kind: 'text',
    value: ({ duplicateOf }) => duplicateOf && duplicateText(duplicateOf),
    path: ({ duplicateOf }) => duplicateOf && duplicatePath(duplicateOf),
    hint: 'Customer or prospect with the same phone number, name and ZIP code, street, or website.',
  },
  {
    key: 'customer',
    label: 'Customer',
    kind: 'text',
    value: (row) => row.customer?.institutionName ?? null,
    path: (row) => row.customer && paths.institutionOverview(row.customer.institutionId),
    hint: 'Customer that a won prospect was converted to.',
    ...hidden,
  },
  {
    key: 'lostReason',
    label: 'Lost because',
    kind: 'option',
    options: prospectLostReasons,
    value: (row) => row.lostReason,
    ...hidden,
  },
  {
    key: 'openCriteria',
    label: 'Open exit criteria',
    kind: 'number',
    value: ({ exitCriteria }) => exitCriteria && exitCriteria.of - exitCriteria.met,
    hint: 'Criteria of the stage’s exit checklist that are not met yet.',
    ...hidden,
  },
  {
    key: 'unknownPoints',
    label: 'Points still unknown',
    kind: 'number',
    value: (row) => row.unknownPoints,
    hint: 'Points that unknown facts could add to the score.',
    ...hidden,
  },
];
