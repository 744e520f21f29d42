import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrmProvider } from '#server/core/providers/crm.ts';

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

/** What every CRM implementation is asked to hold before the suite runs. */
export const crmWorld: CrmDeal[] = [
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
  { institutionId: 1, dealId: 12, pipeline: 'Expansion', closed: true, updatedAt: new Date('2026-06-01T00:00:00Z'), owner: gone },
  { institutionId: 2, dealId: 13, pipeline: 'Expansion', closed: true, updatedAt: new Date('2026-05-01T00:00:00Z'), owner: gone },
  { institutionId: 3, dealId: 14, pipeline: 'Renewals', closed: false, updatedAt: new Date('2026-01-01T00:00:00Z'), owner: null },
];

/** What every CRM provider must answer, whatever stands behind it. */
export function crmConformance(name: string, make: (world: CrmDeal[]) => Promise<{ provider: CrmProvider; close(): Promise<void> }>): void {
  describe(`${name} as a CRM`, () => {
    let provider: CrmProvider;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ provider, close } = await make(crmWorld));
    });
    afterAll(() => close());

    it('prefers an open deal to a newer closed one', async () => {
      expect((await provider.dealOwners([1])).get('1')).toEqual({ ownerName: 'Ana Pérez', pipeline: 'Renewals' });
    });

    it('marks an owner who has left', async () => {
      expect((await provider.dealOwners([2])).get('2')).toEqual({ ownerName: 'Gone Person (inactive)', pipeline: 'Expansion' });
    });

    it('says Unassigned for a deal without an owner and for an unknown institution', async () => {
      expect(Object.fromEntries(await provider.dealOwners([3, 404]))).toEqual({
        3: { ownerName: 'Unassigned', pipeline: 'Renewals' },
        404: { ownerName: 'Unassigned', pipeline: null },
      });
    });

    it('knows the open renewal, and what of it is not known', async () => {
      expect(Object.fromEntries(await provider.renewals([1, 2, 3, 404]))).toEqual({
        1: { annualRevenue: 1250.5, renewalOn: '2027-02-01' },
        3: { annualRevenue: null, renewalOn: null },
      });
      expect((await provider.renewals([])).size).toBe(0);
    });

    it('answers five hundred ids at once, and none', async () => {
      expect((await provider.dealOwners(Array.from({ length: 500 }, (_, index) => index + 1))).size).toBe(500);
      expect((await provider.dealOwners([])).size).toBe(0);
    });

    it('knows how old its answers are', async () => {
      expect(await provider.asOf()).toBeInstanceOf(Date);
    });
  });
}
