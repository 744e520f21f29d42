import { Button, Menu } from '@mantine/core';
import { IconBan, IconChevronDown, IconMapPin, IconUser } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { paths } from '#shared/core/pages/paths.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import { maxChangedProspects } from '#shared/prospects/changes.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { MergeButton } from '../merge/MergeButton.tsx';
import { ProspectTripLinks } from '../ProspectTripLinks.tsx';
import { StageMenuItems } from './StageMenuItems.tsx';
import { useMoveProspects } from './use-move-prospects.ts';

const AssignDialog = lazy(async () => ({
  default: (await import('./AssignDialog.tsx')).AssignDialog,
}));
const AssignByTerritoryDialog = lazy(async () => ({
  default: (await import('./AssignByTerritoryDialog.tsx')).AssignByTerritoryDialog,
}));
const SuppressDialog = lazy(async () => ({
  default: (await import('./SuppressDialog.tsx')).SuppressDialog,
}));

interface Properties {
  rows: readonly ListedProspect[];
  onDone: () => void;
}

/** Buttons for the selected prospects: stage, owner, do not contact, and the merge of two. */
export function ProspectBulkActions({ rows, onDone }: Properties) {
  const move = useMoveProspects();
  const [dialog, setDialog] = useState<'assign' | 'territory' | 'suppress'>();
  const close = () => setDialog(undefined);
  const [one, other] = rows;
  const only = rows.length === 1 ? one : undefined;
  if (rows.length > maxChangedProspects)
    return <span>Select at most {maxChangedProspects} prospects to change them together.</span>;
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} />}>
            Move to…
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <StageMenuItems
            current={only?.stage}
            wonPath={
              only && only.stage !== 'Won' ? paths.convertProspect(prospectKeyOf(only)) : undefined
            }
            onMove={(stage, lostReason) => move(rows, stage, lostReason)}
          />
        </Menu.Dropdown>
      </Menu>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUser size={14} aria-hidden />}
        onClick={() => setDialog('assign')}
      >
        Assign…
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconMapPin size={14} aria-hidden />}
        onClick={() => setDialog('territory')}
      >
        Assign by territory…
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconBan size={14} aria-hidden />}
        onClick={() => setDialog('suppress')}
      >
        Do not contact…
      </Button>
      {one !== undefined && other !== undefined && rows.length === 2 && (
        <MergeButton one={one.prospectId} other={other} onMerged={onDone} />
      )}
      <ProspectTripLinks rows={rows} />
      <Suspense>
        {dialog === 'assign' && <AssignDialog rows={rows} onDone={onDone} onClose={close} />}
        {dialog === 'territory' && (
          <AssignByTerritoryDialog rows={rows} onDone={onDone} onClose={close} />
        )}
        {dialog === 'suppress' && <SuppressDialog rows={rows} onDone={onDone} onClose={close} />}
      </Suspense>
    </>
  );
}
