import { idInAddress } from '#shared/core/endpoint.ts';
import { type ProductKey, productKeys } from '#shared/core/products.ts';
import { type SizeTier, sizeTiers } from '#shared/core/tiers.ts';
import { useAddress } from '#web/ui/page/use-address.ts';

interface GroupChoice {
  product: ProductKey;
  /** undefined for the customer's own peers, or for everybody while there is no customer. */
  sizeTier: SizeTier | undefined;
  institutionId: number | undefined;
}
export type GroupControl = GroupChoice & { choose: (change: Partial<GroupChoice>) => void };

/** Whose spread is shown, in the address; what the address says wrongly is as if it said nothing. */
export function useGroupChoice(): GroupControl {
  const { parameters, change } = useAddress();
  const institution = idInAddress.safeParse(parameters.get('institution') ?? undefined);
  const institutionId = institution.success ? institution.data : undefined;
  const size = parameters.get('size');
  const product = productKeys.find((key) => key === parameters.get('product')) ?? 'onlineBooking';
  const chosen = sizeTiers.find((tier) => tier === size);
  const sizeTier = chosen ?? (size === null && institutionId === undefined ? sizeTiers[0] : undefined);

  function choose(chosen: Partial<GroupChoice>) {
    const next = { product, sizeTier, institutionId, ...chosen };
    change(
      {
        product: next.product,
        size: next.sizeTier ?? (next.institutionId === undefined ? 'all' : 'peers'),
        institution: next.institutionId === undefined ? null : String(next.institutionId),
      },
      { replace: true },
    );
  }
  return { product, sizeTier, institutionId, choose };
}
