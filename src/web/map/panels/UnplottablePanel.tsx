import { Text, TextInput } from '@mantine/core';
import { type RefObject, useMemo, useState } from 'react';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { PlotResult } from '../draw/point-table.ts';
import { PracticeList } from './PracticeList.tsx';
import {
  customersAndPracticesText,
  isPracticeMatch,
  unplottableReasonTexts,
} from './practice-lists.ts';
import { SidePanel } from './SidePanel.tsx';

interface Properties {
  unplottable: PlotResult<Practice>['unplottable'];
  onClose: () => void;
  returnTo: RefObject<HTMLElement | null>;
}

/** Panel with the practices that have no usable coordinates, with the reason. */
export function UnplottablePanel({ unplottable, onClose, returnTo }: Properties) {
  const [text, setText] = useState('');
  const because = useMemo(
    () => new Map(unplottable.map(({ row, because: reason }) => [row.locationId, reason])),
    [unplottable],
  );
  const found = useMemo(
    () => unplottable.map(({ row }) => row).filter((practice) => isPracticeMatch(practice, text)),
    [unplottable, text],
  );
  const note = (practice: Practice) =>
    unplottableReasonTexts[because.get(practice.locationId) ?? 'missing'];
  return (
    <SidePanel
      title="Not on the map"
      summary={customersAndPracticesText(unplottable.map(({ row }) => row))}
      onClose={onClose}
      returnTo={returnTo}
      tools={
        <TextInput
          size="xs"
          aria-label="Find in this list"
          placeholder="Name, street, city or ZIP"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      }
    >
      {found.length === 0 ? (
        <Text p="sm" c="dimmed">
          No practice in this list matches “{text.trim()}”.
        </Text>
      ) : (
        <PracticeList key={text} practices={found} note={note} />
      )}
    </SidePanel>
  );
}
