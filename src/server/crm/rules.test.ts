import { expect, it } from 'vitest';
import { isTicketUnchangedSince, matchesTicketSnapshot, selectOwnerDeal } from './rules.ts';

const at = (seconds: number) => new Date(Date.parse('2026-11-18T18:00:00Z') + seconds * 1000);

it('ignores changes by HubSpot in the first minute of a ticket', () => {
  const ticket = (updated: number) => ({ createdAt: at(0), updatedAt: at(updated) });
  expect(isTicketUnchangedSince(ticket(0), at(0))).toBe(true);
  expect(isTicketUnchangedSince(ticket(60), at(0))).toBe(true);
  expect(isTicketUnchangedSince(ticket(61), at(0))).toBe(false);
  expect(isTicketUnchangedSince(ticket(61), at(61))).toBe(true);
  expect(isTicketUnchangedSince(ticket(62), at(61))).toBe(false);
});

it('chooses the open deal that changed last, then the lowest id', () => {
  const deal = (deal_id: number, closed: boolean, updated: number) => ({
    deal_id,
    closed,
    updated_at: at(updated),
  });
  expect(selectOwnerDeal([])).toBeUndefined();
  expect(selectOwnerDeal([deal(1, true, 9), deal(2, false, 1)])).toMatchObject({ deal_id: 2 });
  expect(selectOwnerDeal([deal(1, false, 1), deal(2, false, 2)])).toMatchObject({ deal_id: 2 });
  expect(selectOwnerDeal([deal(3, false, 2), deal(2, false, 2)])).toMatchObject({ deal_id: 2 });
});

it('treats a ticket as unchanged when only its update time differs', () => {
  const ticket = {
    subject: 'Help',
    body: '',
    pipeline_id: 's',
    stage_id: 'new',
    priority: 'HIGH',
    owner_id: 1,
    updated_at: at(0),
  };
  const later = { ...ticket, updated_at: at(5) };
  expect(matchesTicketSnapshot(ticket, ticket, at(0))).toBe(true);
  expect(matchesTicketSnapshot(later, ticket, at(0))).toBe(true);
  expect(matchesTicketSnapshot({ ...later, owner_id: null }, ticket, at(0))).toBe(false);
  expect(matchesTicketSnapshot(later, ticket, at(-5))).toBe(false);
  expect(matchesTicketSnapshot(later, undefined, at(0))).toBe(false);
});
