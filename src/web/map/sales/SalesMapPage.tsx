import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SalesFrame } from '#web/prospects/sales/SalesFrame.tsx';
import { useSalesList } from '#web/prospects/sales/use-sales-list.ts';
import { prospectPointsQuery } from '#web/prospects/work-data.ts';
import { SalesMap } from './SalesMap.tsx';

/** Page with the prospects of the sales board on a map, by stage. */
export function SalesMapPage() {
  const { control, listText } = useSalesList();
  const answer = useQuery({
    ...prospectPointsQuery(listText ?? ''),
    enabled: listText !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <SalesFrame
      view="map"
      control={control}
      answer={answer}
      render={(points) => <SalesMap answer={points} state={control.state} />}
    />
  );
}
