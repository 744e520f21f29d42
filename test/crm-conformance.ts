import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrmProvider, NewTicket } from '#server/core/providers/crm.ts';
import type { TestDatabase } from './database.ts';

interface CrmDeal {
  institutionId: number;
  dealId: number;
  pipeline: string;
  closed: boolean;
  updatedAt: Date;
  amount?: number;
  closesOn?: string;
  owner: { id: number; name: string; archived: boolean } | null;
}

const ana = { id: 1, name: 'Ana Pérez', archived: false };
const gone = { id: 2, name: 'Gone Person', archived: true };

/** Deals that every CRM implementation must contain before the tests run. */
export const crmTestDeals: CrmDeal[] = [
  {
    institutionId: 1,
    dealId: 11,
    pipeline: 'Renewals',
    closed: false,
    updatedAt: new Date('2026-01-01T00:00:00Z'),
    owner: ana,
    amount: 1250.5,
    closesOn: '2027-02-01',
  },
  {
    institutionId: 1,
    dealId: 15,
    pipeline: 'Renewals',
    closed: true,
    updatedAt: new Date('2025-01-01T00:00:00Z'),
    owner: ana,
    amount: 900,
    closesOn: '2026-02-01',
  },
  {
    institutionId: 1,
    dealId: 12,
    pipeline: 'Expansion',
    closed: true,
    updatedAt: new Date('2026-06-01T00:00:00Z'),
    owner: gone,
  },
  {
    institutionId: 2,
    dealId: 13,
    pipeline: 'Expansion',
    closed: true,
    updatedAt: new Date('2026-05-01T00:00:00Z'),
    owner: gone,
  },
  {
    institutionId: 3,
    dealId: 14,
    pipeline: 'Renewals',
    closed: false,
    updatedAt: new Date('2026-01-01T00:00:00Z'),
    owner: null,
  },
];

/** Ticket stage that every CRM implementation must contain before the tests run. */
export const crmTestTicketStage = { pipelineId: 's', stageId: 'new' };

interface Made {
  provider: CrmProvider;
  database: TestDatabase['database'];
  /** Advances the clock. */
  pass(milliseconds: number): Promise<unknown>;
  close(): Promise<void>;
}

const newTicket = (key: string, more: Partial<NewTicket> = {}): NewTicket => ({
  key,
  institutionId: 1,
  subject: 'Your EHR needs your consent again',
  body: 'Please sign in — ¡gracias! <b>“quotes”</b> 🦷',
  ...crmTestTicketStage,
  priority: 'HIGH',
  ownerId: ana.id,
  ...more,
});

/** Runs the tests that every CRM implementation must pass. */
export function runCrmConformanceTests(
  name: string,
  make: (world: CrmDeal[]) => Promise<Made>,
): void {
  describe(`${name} as a CRM`, () => {
    let provider: CrmProvider;
    let made: Made;
    beforeAll(async () => {
      made = await make(crmTestDeals);
      provider = made.provider;
    });
    afterAll(() => made.close());
    const storedTicket = (key: string) =>
      made.database.foreground
        .selectFrom('crm_ticket')
        .selectAll()
        .where('external_key', '=', key)
        .executeTakeFirst();
    async function opened(ticket: NewTicket) {
      const [answer] = await provider.openTickets([ticket]);
      if (answer === undefined || !('ticketId' in answer))
        throw new Error(`not opened: ${answer?.refused}`);
      return answer;
    }

    it('prefers an open deal to a newer closed one', async () => {
      expect((await provider.dealOwners([1])).get('1')).toEqual({
        ownerName: 'Ana Pérez',
        pipeline: 'Renewals',
      });
    });

    it('marks an owner who has left', async () => {
      expect((await provider.dealOwners([2])).get('2')).toEqual({
        ownerName: 'Gone Person (inactive)',
        pipeline: 'Expansion',
      });
    });

    it('says Unassigned for a deal without an owner and for an unknown institution', async () => {
      expect(Object.fromEntries(await provider.dealOwners([3, 404]))).toEqual({
        3: { ownerName: 'Unassigned', pipeline: 'Renewals' },
        404: { ownerName: 'Unassigned', pipeline: null },
      });
    });

    it('returns the open renewal, with null for unknown fields', async () => {
      expect(Object.fromEntries(await provider.renewals([1, 2, 3, 404]))).toEqual({
        1: { annualRevenue: 1250.5, renewalOn: '2027-02-01' },
        3: { annualRevenue: null, renewalOn: null },
      });
      expect((await provider.renewals([])).size).toBe(0);
    });

    it('answers for five hundred ids at once, and for none', async () => {
      expect(
        (await provider.dealOwners(Array.from({ length: 500 }, (_, index) => index + 1))).size,
      ).toBe(500);
      expect((await provider.dealOwners([])).size).toBe(0);
    });

    it('opens a ticket once for its key, and returns it at once', async () => {
      const first = await opened(newTicket('once'));
      await made.pass(60_000);
      expect(await opened(newTicket('once', { subject: 'Another text' }))).toEqual(first);
      const { key: _, ...fields } = newTicket('once');
      expect(await storedTicket('once')).toMatchObject({
        ticket_id: first.ticketId,
        institution_id: fields.institutionId,
        subject: fields.subject,
        body: fields.body,
        pipeline_id: fields.pipelineId,
        stage_id: fields.stageId,
        priority: fields.priority,
        owner_id: fields.ownerId,
        updated_at: first.updatedAt,
        closed_at: null,
      });
    });

    it('opens a hundred tickets at once, a repeated key once, and none for an empty list', async () => {
      const many = Array.from({ length: 100 }, (_, index) => newTicket(`many ${index % 99}`));
      const answers = await provider.openTickets(many);
      expect(answers.map(({ key }) => key)).toEqual(many.map(({ key }) => key));
      expect(
        new Set(answers.map((answer) => ('ticketId' in answer ? answer.ticketId : 'refused'))).size,
      ).toBe(99);
      expect(await provider.openTickets([])).toEqual([]);
    });

    it('refuses invalid tickets and opens the rest', async () => {
      const answers = await provider.openTickets([
        newTicket('unknown customer', { institutionId: 404 }),
        newTicket('good'),
        newTicket('unknown stage', { stageId: 'nowhere' }),
        newTicket('unknown owner', { ownerId: 404 }),
        newTicket('owner who has left', { ownerId: gone.id }),
        newTicket('without owner', { ownerId: null }),
      ]);
      expect(answers.filter((answer) => 'ticketId' in answer).map(({ key }) => key)).toEqual([
        'good',
        'without owner',
      ]);
      for (const answer of answers)
        if ('refused' in answer) expect(answer.refused).toMatch(/ .*\.$/);
    });

    it('updates an unchanged ticket, and refuses one that changed or is gone', async () => {
      const { ticketId, updatedAt } = await opened(newTicket('changed'));
      await made.pass(2 * 60_000);
      expect(
        await provider.updateTicket(ticketId, { ownerId: null, priority: 'LOW' }, updatedAt),
      ).toBe('made');
      await made.pass(2 * 60_000);
      expect(await provider.updateTicket(ticketId, { priority: 'URGENT' }, updatedAt)).toBe(
        'conflict',
      );
      const now = await storedTicket('changed');
      expect(now).toMatchObject({ owner_id: null, priority: 'LOW' });
      expect(
        await provider.updateTicket(ticketId, { priority: 'URGENT' }, now?.updated_at ?? updatedAt),
      ).toBe('made');
      expect(await provider.updateTicket(987_654, { priority: 'LOW' }, updatedAt)).toBe('gone');
    });

    it('withdraws untouched tickets, once', async () => {
      const changed = await opened(newTicket('kept'));
      const untouched = await opened(newTicket('taken'));
      const written = await opened(newTicket('written on'));
      await made.pass(2 * 60_000);
      expect(
        await provider.updateTicket(changed.ticketId, { priority: 'LOW' }, changed.updatedAt),
      ).toBe('made');
      await made.database.foreground
        .insertInto('crm_ticket_message')
        .values({
          institution_id: 1,
          ticket_id: written.ticketId,
          message_id: '00000000-0000-4000-8000-000000000001',
          at: written.updatedAt,
          direction: 'note',
          author: 'Morgan Member',
          body: 'They called.',
        })
        .execute();
      const all = [
        changed,
        untouched,
        written,
        { ticketId: 987_654, updatedAt: changed.updatedAt },
      ];
      const versions = all.map(({ ticketId, updatedAt }) => ({ ticketId, seenAt: updatedAt }));
      const outcomes = async () =>
        (await provider.withdrawTickets(versions)).map(({ outcome }) => outcome);
      expect(await outcomes()).toEqual(['changed', 'withdrawn', 'changed', 'gone']);
      expect(await outcomes()).toEqual(['changed', 'gone', 'changed', 'gone']);
      expect(await storedTicket('kept')).toMatchObject({ priority: 'LOW' });
      expect(await storedTicket('taken')).toBeUndefined();
      expect(await provider.withdrawTickets([])).toEqual([]);
    });

    it('opens another ticket for a key that was freed', async () => {
      const first = await opened(newTicket('again'));
      await provider.withdrawTickets([{ ticketId: first.ticketId, seenAt: first.updatedAt }]);
      await opened(newTicket('again'));
      expect(await storedTicket('again')).toMatchObject({ institution_id: 1 });
    });

    it('reports how old its answers are', async () => {
      expect(await provider.asOf()).toBeInstanceOf(Date);
    });
  });
}
