import type { StubWorld } from './world.ts';

export const stubTime = '2026-05-01T00:00:00.000Z';

export const createStubDeal = (
  id: number,
  properties: Record<string, string | null> = {},
  changed = stubTime,
) => ({
  id: String(id),
  properties: {
    dealname: `Deal ${id}`,
    pipeline: 'r',
    dealstage: 'open',
    hubspot_owner_id: '1',
    amount: '10',
    closedate: null,
    ...properties,
  },
  updatedAt: changed,
});

export const createStubCompany = (id: number, institution: string | null, changed = stubTime) => ({
  id: String(id),
  properties: { institution_id: institution },
  updatedAt: changed,
});

export const dealStages = [
  { id: 'open', label: 'Closed in name only', isClosed: false },
  { id: 'done', label: 'Won', isClosed: true },
];

export const ticketStages = [
  { id: 'new', label: 'Closed for lunch', isClosed: false, ticketState: 'OPEN' as const },
  { id: 'shut', label: 'Open and shut', isClosed: true, ticketState: 'CLOSED' as const },
  { id: 'odd', label: 'Unknown', isClosed: false },
];

export const createStubTicket = (
  id: number,
  properties: Record<string, string | null> = {},
  changed = stubTime,
) => ({
  id: String(id),
  properties: {
    subject: `Ticket ${id}`,
    content: 'Help',
    hs_pipeline: 's',
    hs_pipeline_stage: 'new',
    hs_ticket_priority: 'HIGH',
    hubspot_owner_id: '1',
    source_type: 'EMAIL',
    closed_date: null,
    ...properties,
  },
  updatedAt: changed,
});

/**
 * Returns two customers with a deal and a ticket each, and some records that belong to no customer.
 */
export const createSmallWorld = (): StubWorld => ({
  owners: [
    { id: '1', email: 'ana@example.com', firstName: 'Ana', lastName: 'Pérez', archived: false },
    { id: '2', email: 'gone@example.com', firstName: '', lastName: '', archived: true },
  ],
  pipelines: [
    { id: 'r', label: 'Renewals', stages: dealStages },
    { id: 'e', label: 'Expansion', stages: dealStages },
  ],
  companies: [createStubCompany(71, '1'), createStubCompany(72, '2'), createStubCompany(73, null)],
  deals: [
    createStubDeal(11),
    createStubDeal(12, { dealstage: 'done', hubspot_owner_id: '2' }),
    createStubDeal(13),
    createStubDeal(14),
  ],
  associations: [
    ['11', '71'],
    ['12', '72'],
    ['13', '73'],
  ],
  ticketPipelines: [{ id: 's', label: 'Support', stages: ticketStages }],
  tickets: [
    createStubTicket(21),
    createStubTicket(22, { hs_pipeline_stage: 'shut' }),
    createStubTicket(23),
  ],
  ticketAssociations: [
    ['21', '71'],
    ['22', '72'],
  ],
});
