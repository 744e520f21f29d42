import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExistingCustomerTickets } from './plan-queries.ts';
import {
  type CampaignDraftForPlanning,
  countPlannedTicketsByOwner,
  planTickets,
  type TicketCandidate,
} from './plan-rules.ts';

const names = new Map([
  [1, 'Ana Pérez'],
  [2, 'Bo Lee'],
  [3, 'Cy Ng'],
]);
const none: ReadonlyMap<number, ExistingCustomerTickets> = new Map();
const nothing: ExistingCustomerTickets = { sameKind: null, recent: null, hasSubject: false };
const inRecent = (ids: readonly number[], recent: string): Map<number, ExistingCustomerTickets> =>
  new Map(ids.map((id) => [id, { ...nothing, recent }]));
const draft: CampaignDraftForPlanning = {
  subject: 'News for {customer}',
  body: 'From {assignee}',
  assignment: { to: 'pool', ownerIds: [1, 2] },
  dueOn: '2026-12-01',
  leavesOutDuplicates: true,
};
const candidate = (
  institutionId: number,
  changes: Partial<TicketCandidate> = {},
): TicketCandidate => ({
  institutionId,
  institutionName: `Practice ${institutionId}`,
  customer: { locationCount: 2, city: 'Reno', state: null, ehr: 'Dentrix' },
  ownerId: undefined,
  ...changes,
});
const four = [1, 2, 3, 4].map((id) => candidate(id));
const owners = (rows: ReturnType<typeof planTickets>) => rows.map(({ ownerId }) => ownerId);

describe('who gets a ticket', () => {
  it('the members of a pool take turns, counting only customers that get a ticket', () => {
    const duplicates = inRecent([2], 'Last week’s');
    const rows = planTickets(four, draft, duplicates, names);
    expect(owners(rows)).toEqual([1, null, 2, 1]);
    expect(rows[1]).toMatchObject({
      reason: 'recent_campaign',
      because: 'Last week’s',
      getsTicket: false,
    });
    expect(rows[0]?.values).toMatchObject({
      assignee: 'Ana Pérez',
      locations: '2 locations',
      state: null,
    });
  });

  it('the owner is assigned, or the named fallback when the customer has no owner', () => {
    const rows = planTickets(
      [candidate(1, { ownerId: 3 }), candidate(2)],
      { ...draft, assignment: { to: 'owner', otherwise: 2 } },
      none,
      names,
    );
    expect(owners(rows)).toEqual([3, 2]);
    expect(rows.map(({ values }) => values.owner)).toEqual(['Cy Ng', null]);
  });

  it('duplicates get a ticket when they are to be included, and are reported', () => {
    const duplicates = inRecent([1, 2], 'Other');
    duplicates
      .set(1, { sameKind: 'Outage', recent: 'Other', hasSubject: true })
      .set(3, { ...nothing, hasSubject: true });
    const rows = planTickets(four, { ...draft, leavesOutDuplicates: false }, duplicates, names);
    expect(rows.map(({ reason, because, getsTicket }) => [reason, because, getsTicket])).toEqual([
      ['open_ticket', 'Outage', true],
      ['recent_campaign', 'Other', true],
      ['open_ticket', 'News for Practice 3', true],
      [null, null, true],
    ]);
  });

  it('a lost customer never gets a ticket', () => {
    const rows = planTickets(
      [candidate(1, { customer: undefined })],
      { ...draft, leavesOutDuplicates: false },
      none,
      names,
    );
    expect(rows[0]).toMatchObject({ reason: 'gone', getsTicket: false, ownerId: null });
  });

  it('a text too long for the CRM gets no ticket and takes no turn', () => {
    const rows = planTickets(
      [candidate(1, { institutionName: 'x'.repeat(300) }), candidate(2)],
      draft,
      none,
      names,
    );
    expect(rows.map(({ reason, ownerId }) => [reason, ownerId])).toEqual([
      ['too_long', null],
      [null, 1],
    ]);
  });

  it('the members of a pool get shares that differ by at most one and add up to the number of tickets', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 200 })),
        fc.uniqueArray(fc.constantFrom(1, 2, 3), { minLength: 1 }),
        (ids, pool) => {
          const rows = planTickets(
            ids.map((id) => candidate(id)),
            { ...draft, assignment: { to: 'pool', ownerIds: pool } },
            inRecent(
              ids.filter((id) => id % 3 === 0),
              'Other',
            ),
            names,
          );
          const shares = countPlannedTicketsByOwner(rows).map(({ tickets }) => tickets);
          expect(shares.reduce((sum, each) => sum + each, 0)).toBe(
            rows.filter(({ getsTicket }) => getsTicket).length,
          );
          if (shares.length > 0)
            expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
