import { useSearchParams } from 'react-router';
import { idSchema } from '#shared/endpoint.ts';
import { type SizeTier, sizeTiers } from '#shared/health.ts';
import { type ProductKey, productKeys } from '#shared/products.ts';

interface GroupChoice {
  product: ProductKey;
  /** undefined for the customer's own peers, or for everybody while there is no customer. */
  sizeTier: SizeTier | undefined;
  institutionId: number | undefined;
}
export type GroupControl = GroupChoice & { choose: (change: Partial<GroupChoice>) => void };

/** Whose spread is shown, in the address; what the address says wrongly is as if it said nothing. */
export function useGroupChoice(): GroupControl {
  const [parameters, setParameters] = useSearchParams();
  const institution = idSchema.safeParse(parameters.get('institution') ?? undefined);
  const institutionId = institution.success ? institution.data : undefined;
  const size = parameters.get('size');
  const product = productKeys.find((key) => key === parameters.get('product')) ?? 'onlineBooking';
  const chosen = sizeTiers.find((tier) => tier === size);
  const sizeTier = chosen ?? (size === null && institutionId === undefined ? sizeTiers[0] : undefined);

  function choose(change: Partial<GroupChoice>) {
    const next = { product, sizeTier, institutionId, ...change };
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('product', next.product);
        after.set('size', next.sizeTier ?? (next.institutionId === undefined ? 'all' : 'peers'));
        if (next.institutionId === undefined) after.delete('institution');
        else after.set('institution', String(next.institutionId));
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return { product, sizeTier, institutionId, choose };
}
