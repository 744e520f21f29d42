import { useQuery } from '@tanstack/react-query';
import { revenueMoveColumns } from '#shared/churn/contracts/columns.ts';
import type { RevenuePeriod } from '#shared/churn/contracts/contracts.ts';
import { revenuePeriodName } from '#shared/churn/contracts/rules.ts';
import type { ListState } from '#shared/list/state.ts';
import { CustomerList } from '#web/institutions/CustomerList.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { revenueMovesQuery } from './data.ts';

const initial: Partial<ListState> = { sort: [{ column: 'change', descending: false }] };

export function RevenueMoves({ period }: { period: RevenuePeriod }) {
  const moves = useQuery(revenueMovesQuery(period));
  const list = useList({
    name: 'revenue-moves',
    columns: revenueMoveColumns,
    rows: moves.data?.rows,
    initial,
  });
  return (
    <div id="customers" data-guide="revenue-customers">
      <CustomerList
        list={list}
        source={moves}
        label={`Customers whose revenue changed in ${revenuePeriodName(period)}`}
        whenEmpty="No customer’s revenue changed in this period."
      />
    </div>
  );
}
