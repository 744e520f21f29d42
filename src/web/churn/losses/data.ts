import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getLossDefaults, getLosses, type Loss } from '#shared/churn/losses/losses.ts';
import { getLostRenewals } from '#shared/churn/losses/lost-renewals.ts';
import { endpointQuery } from '#web/core/api.ts';

export const lossesQuery = endpointQuery(getLosses);
export const lostRenewalsQuery = endpointQuery(getLostRenewals);
export const lossDefaultsQuery = (institutionId: number) =>
  endpointQuery(getLossDefaults, { params: { id: institutionId } });

/**
 * Returns a mutation that changes a loss. It then refetches all data, because many pages show
 * notices.
 */
export function useLossMutation<Values>(
  send: (values: Values) => Promise<Loss>,
  onDone: (loss: Loss) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (loss) => {
      onDone(loss);
      await client.invalidateQueries();
    },
  });
}
