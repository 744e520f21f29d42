import { Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Practice } from '#shared/institutions/institutions.ts';
import { PracticeList } from './PracticeList.tsx';
import type { Split } from './points.ts';
import { matchesText, unplottableText } from './practice-lists.ts';
import { SidePanel } from './SidePanel.tsx';

interface Properties {
  unplottable: Split<Practice>['unplottable'];
  onClose: () => void;
}

/** The tray of practices that the map has no place for. */
export function UnplottablePanel({ unplottable, onClose }: Properties) {
  const [text, setText] = useState('');
  const because = useMemo(() => new Map(unplottable.map(({ row, because: reason }) => [row.locationId, reason])), [unplottable]);
  const found = useMemo(() => unplottable.map(({ row }) => row).filter((practice) => matchesText(practice, text)), [unplottable, text]);
  const note = (practice: Practice) => unplottableText[because.get(practice.locationId) ?? 'missing'];
  return (
    <SidePanel
      title="Not on the map"
      summary={unplottable.length === 1 ? '1 practice' : `${unplottable.length.toLocaleString('en-US')} practices`}
      onClose={onClose}
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
          Nothing here matches “{text.trim()}”.
        </Text>
      ) : (
        <PracticeList key={text} practices={found} note={note} />
      )}
    </SidePanel>
  );
}
