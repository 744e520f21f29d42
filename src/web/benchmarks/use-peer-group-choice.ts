import { idInUrlSchema } from '#shared/core/endpoint.ts';
import { type ProductKey, productKeys } from '#shared/core/products.ts';
import { type SizeTier, sizeTiers } from '#shared/core/tiers.ts';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';

interface GroupChoice {
  product: ProductKey;
  /**
   * Size tier of the group; `undefined` for the marked customer's own peers, or for all
   * institutions when no customer is marked.
   */
  sizeTier: SizeTier | undefined;
  institutionId: number | undefined;
}
export type PeerGroupSelection = GroupChoice & { choose: (change: Partial<GroupChoice>) => void };

/** Reads and changes the chosen peer group in the URL; invalid values are ignored. */
export function usePeerGroupChoice(): PeerGroupSelection {
  const { parameters, change } = useUrlParameters();
  const institution = idInUrlSchema.safeParse(parameters.get('institution') ?? undefined);
  const institutionId = institution.success ? institution.data : undefined;
  const size = parameters.get('size');
  const product = productKeys.find((key) => key === parameters.get('product')) ?? 'onlineBooking';
  const chosen = sizeTiers.find((tier) => tier === size);
  const sizeTier =
    chosen ?? (size === null && institutionId === undefined ? sizeTiers[0] : undefined);

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
