import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SalesFrame } from '../sales/SalesFrame.tsx';
import { useSalesList } from '../sales/use-sales-list.ts';
import { prospectBoardQuery } from '../work-data.ts';
import { LostReasonsSection } from './LostReasonsSection.tsx';
import { ProspectBoard } from './ProspectBoard.tsx';

/** Page of the sales board: prospects by stage. */
export function SalesPage() {
  const { control, listText } = useSalesList();
  const answer = useQuery({
    ...prospectBoardQuery(listText ?? ''),
    enabled: listText !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <SalesFrame
      view="board"
      control={control}
      answer={answer}
      render={({ columns }) => <ProspectBoard columns={columns} state={control.state} />}
    >
      <LostReasonsSection />
    </SalesFrame>
  );
}
