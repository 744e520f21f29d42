import { paths } from '#shared/core/pages/paths.ts';
import { usStateNames } from '#shared/core/state-names.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { unassignedProspect } from './columns.ts';
import { exportProspects } from './list.ts';

/** Words with which users ask the assistant about prospects. */
export const prospectsVocabulary: ListVocabulary = {
  key: 'prospects',
  noun: {
    one: 'prospect',
    many: 'prospects',
    synonyms: ['sales leads', 'leads', 'prospective customers', 'sales prospects'],
  },
  grain: 'one row for each prospect, including won and lost ones',
  export: exportProspects,
  page: paths.prospects,
  person: 'owner',
  date: 'addedOn',
  measure: 'score',
  customer: null,
  columns: {
    name: { words: ['prospect name'] },
    score: {
      words: ['prospect score', 'sales score', 'lead score', 'points'],
      highest: ['best', 'most promising', 'highest scoring'],
      lowest: ['worst', 'least promising', 'lowest scoring'],
    },
    stage: {
      reading: 'in stage {}',
      words: ['sales stage', 'prospect stage', 'status'],
      values: {
        New: ['not yet touched'],
        Researching: ['in research'],
        Demo: ['in demo', 'demo scheduled'],
        Proposal: ['in proposal', 'with a proposal'],
        Won: ['became customers'],
        Nurture: ['nurtured', 'nurturing'],
      },
      valuesNeedName: true,
    },
    dealStage: { reading: 'with the deal in {}', words: ['hubspot stage', 'crm stage'] },
    daysInStage: {
      words: ['time in stage'],
      highest: ['longest in stage'],
      lowest: ['shortest in stage'],
    },
    owner: {
      reading: 'owned by {}',
      words: ['prospect owner', 'sales owner', 'rep', 'sales rep'],
      noneValue: unassignedProspect,
    },
    nearestMiles: {
      words: ['distance to a customer', 'distance to the nearest customer', 'miles away'],
      highest: ['farthest'],
      lowest: ['nearest', 'closest'],
    },
    nearestCustomer: { words: ['closest customer'] },
    position: {
      reading: 'with position {}',
      words: ['kind of position'],
      values: {
        'Center of the ZIP code': ['approximate position'],
        Exact: ['exact position'],
      },
      valuesNeedName: true,
    },
    businessType: { words: ['business type', 'practice type', 'specialty'] },
    city: { reading: 'in {}', words: ['town'], hasValues: true },
    state: { reading: 'in {}', values: usStateNames, words: ['us state'] },
    territory: {
      reading: 'in territory {}',
      words: ['sales territory', 'sales region'],
    },
    territoryOwner: {
      reading: 'in the territory of {}',
      words: ['owner of the territory'],
    },
    zip: { words: ['zip', 'postal code'] },
    ehr: { reading: 'on {}', words: ['records system', 'practice management system'] },
    locationCount: {
      words: ['number of locations', 'offices', 'sites'],
      isAdditive: true,
      highest: ['largest', 'biggest'],
      lowest: ['smallest'],
    },
    monthlyAmount: {
      words: ['expected amount', 'monthly amount', 'expected revenue', 'value'],
      isAdditive: true,
      highest: ['most valuable'],
      lowest: ['least valuable'],
    },
    lastTouchOn: {
      words: ['last contact', 'last note'],
      verbs: ['touched', 'contacted'],
      isPast: true,
      highest: ['most recently touched'],
      lowest: ['least recently touched'],
    },
    nextStep: { words: ['next task', 'next action'] },
    nextStepDue: {
      words: ['next task due', 'due date of the next step'],
      highest: ['latest due'],
      lowest: ['earliest due'],
    },
    daysWithoutTouch: {
      words: ['days since the last touch', 'days since the last note', 'untouched days'],
      highest: ['longest untouched', 'most stale'],
    },
    phone: { words: ['phone number'] },
    website: { words: ['web site', 'homepage'] },
    source: { words: ['origin'] },
    checkedOn: { words: ['age of the facts'], isPast: true },
    addedOn: {
      words: ['date added'],
      verbs: ['added', 'created'],
      isPast: true,
      highest: ['newest'],
      lowest: ['oldest'],
    },
    doNotContact: { words: ['suppressed'] },
    duplicateOf: { words: ['duplicate', 'duplicates'] },
    customer: { words: ['converted customer', 'won customer'] },
    lostReason: { words: ['lost reason', 'reason for losing'] },
    openCriteria: {
      words: ['open criteria', 'exit criteria', 'unmet criteria'],
      isAdditive: true,
      highest: ['most open criteria'],
      lowest: ['fewest open criteria'],
    },
    unknownPoints: { words: ['missing points'] },
  },
  phrases: [],
  examples: [
    'How many prospects are in Texas?',
    'Prospects by stage',
    'Top 10 prospects by score',
    'My prospects',
  ],
};
