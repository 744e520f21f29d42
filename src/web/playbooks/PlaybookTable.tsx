import {
  ActionIcon,
  Anchor,
  Button,
  Checkbox,
  Group,
  Menu,
  Table,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { countText, numberText, shareText } from '#shared/core/words.ts';
import type { Playbook } from '#shared/playbooks/playbooks.ts';
import { findFallThroughs } from '#shared/playbooks/rules.ts';
import { type RunState, runStateLabels } from '#shared/playbooks/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import { useTogglePlaybook } from './data.ts';

/** Dialog that is opened for a playbook. */
export type PlaybookDialogKind = 'details' | 'edit' | 'start';

interface Properties {
  playbooks: readonly Playbook[];
  isAdmin: boolean;
  onShow: (what: PlaybookDialogKind, playbook: Playbook) => void;
}

/**
 * Table of the playbooks with an on/off switch, what starts them, and the results of their runs.
 */
export function PlaybookTable({ playbooks, isAdmin, onShow }: Properties) {
  return (
    <WideTable label="Playbooks" minWidth={860}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Playbook</Table.Th>
          <Table.Th>On</Table.Th>
          <Table.Th>Started by</Table.Th>
          <Table.Th ta="right">
            Active <MetricInfo metric="playbookRun" />
          </Table.Th>
          <Table.Th ta="right">Completed</Table.Th>
          <Table.Th ta="right">Exited early</Table.Th>
          <Table.Th ta="right">Stopped</Table.Th>
          <Table.Th ta="right">
            Improved <MetricInfo metric="playbookImproved" />
          </Table.Th>
          <Table.Th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {playbooks.map((playbook) => (
          <Row
            key={playbook.playbookId}
            playbook={playbook}
            isAdmin={isAdmin}
            onShow={(what) => onShow(what, playbook)}
          />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

interface RowProperties {
  playbook: Playbook;
  isAdmin: boolean;
  onShow: (what: PlaybookDialogKind) => void;
}

function Row({ playbook, isAdmin, onShow }: RowProperties) {
  const { fields, isOn, ruleName, problems, version } = playbook;
  const { flip, isPending } = useTogglePlaybook();
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Anchor
          component="button"
          type="button"
          inherit
          ta="start"
          onClick={() => onShow('details')}
        >
          {fields.name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {countText(fields.steps.length, 'step')}, version {version}
        </Text>
        {problems.length > 0 && (
          <Text size="xs" c="red">
            Some conditions no longer work
          </Text>
        )}
        {findFallThroughs(fields.steps).length > 0 && (
          <Text size="xs" c="var(--tier-medium)">
            One path of a branch runs into the other
          </Text>
        )}
      </Table.Th>
      <Table.Td>
        {isAdmin ? (
          <Checkbox
            checked={isOn}
            disabled={isPending}
            onChange={() => flip(playbook)}
            aria-label={`${fields.name} is on`}
            label={isOn ? 'On' : 'Off'}
          />
        ) : (
          <Text size="sm">{isOn ? 'On' : 'Off'}</Text>
        )}
      </Table.Td>
      <Table.Td>{ruleName === null ? 'Manually' : `Alert rule “${ruleName}”`}</Table.Td>
      {(['active', 'completed', 'exited', 'stopped'] as const).map((state) => (
        <Count key={state} playbook={playbook} state={state} />
      ))}
      <Table.Td ta="right">
        <Improved playbook={playbook} />
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button
            size="compact-sm"
            variant="default"
            disabled={!isOn}
            aria-label={`Start ${fields.name}`}
            onClick={() => onShow('start')}
          >
            Start
          </Button>
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`More actions for ${fields.name}`}
              >
                <IconDots size={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => onShow('details')}>Steps and versions</Menu.Item>
              {isAdmin && <Menu.Item onClick={() => onShow('edit')}>Edit</Menu.Item>}
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function Count({ playbook, state }: { playbook: Playbook; state: RunState }) {
  const name = playbook.fields.name;
  return (
    <Table.Td ta="right">
      <RowsLink
        ofAllUsers
        filters={[
          { column: 'playbookName', kind: 'one-of', values: [name] },
          { column: 'state', kind: 'one-of', values: [runStateLabels[state]] },
        ]}
        of={`runs of ${name}: ${runStateLabels[state].toLowerCase()}`}
      >
        {numberText(playbook[state])}
      </RowsLink>
    </Table.Td>
  );
}

/** Share of customers whose score improved. For too few customers, counts are shown instead. */
function Improved({ playbook: { judged, improved, fields } }: { playbook: Playbook }) {
  if (judged === 0) return <>–</>;
  return (
    <RowsLink
      ofAllUsers
      filters={[
        { column: 'playbookName', kind: 'one-of', values: [fields.name] },
        { column: 'hasImproved', kind: 'is', value: true },
      ]}
      of={`improved after ${fields.name}`}
    >
      {judged < minimumGroupSize
        ? `${improved} of ${judged}`
        : `${shareText(improved / judged)} of ${numberText(judged)}`}
    </RowsLink>
  );
}
