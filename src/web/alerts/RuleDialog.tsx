import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { maxActionItemTitleLength } from '#shared/action-items/action-items.ts';
import {
  actionItemKindLabels,
  actionItemKinds,
  actionItemPriorities,
  actionItemPriorityLabels,
} from '#shared/action-items/words.ts';
import { type AlertRule, type AlertRuleFields, maxDueDays } from '#shared/alerts/alerts.ts';
import { alertRuleParameters } from '#shared/alerts/constants.ts';
import { ageText } from '#shared/core/dates.ts';
import { countText, numberText } from '#shared/core/words.ts';
import { formatListQueryString, parseList } from '#shared/list/address.ts';
import { emptyListState } from '#shared/list/state.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { institutionListQuery } from '#web/portfolio/institution-list.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { EditorDialog } from '#web/ui/editor/EditorDialog.tsx';
import { FilterBar } from '#web/ui/list/filters/FilterBar.tsx';
import { notifyUndoable } from '#web/ui/sending/notify-undoable.tsx';
import { SendError } from '#web/ui/sending/SendError.tsx';
import {
  alertRuleTestQuery,
  pickAlertRuleFields,
  useAlertPreview,
  useAlertTrial,
  useRunAlertRule,
  useSaveAlertRule,
  useUndoAlertRule,
} from './data.ts';
import { TrialResult } from './TrialResult.tsx';
import { runText, turnOnText } from './texts.ts';

interface Properties {
  ruleId: string;
  /** The latest loaded version; `undefined` for a new rule. */
  rule: AlertRule | undefined;
  mayChange: boolean;
  onClose: () => void;
}

const newRule: AlertRuleFields = {
  name: '',
  kind: 'risk',
  conditions: '',
  priority: 'normal',
  dueDays: 2,
  minutes: 20,
  isOn: false,
};

/** Dialog for creating, viewing and changing a rule, with a test on past weeks. */
export function RuleDialog({ ruleId, rule: seen, mayChange, onClose }: Properties) {
  const [base] = useState(seen);
  const [rule, setRule] = useState(base === undefined ? newRule : pickAlertRuleFields(base));
  const [includesPresent, setIncludesPresent] = useState(false);
  const [acceptsBroad, setAcceptsBroad] = useState(false);
  const save = useSaveAlertRule();
  const trial = useAlertTrial(ruleId);
  const preview = useAlertPreview(ruleId);
  const undo = useUndoAlertRule();
  const { data: kept } = useQuery({ ...alertRuleTestQuery(ruleId), enabled: base !== undefined });
  const test = kept?.test ?? undefined;
  // The last test still holds while the conditions are those that were tested.
  const result = trial.data ?? (test?.conditions === rule.conditions ? test?.trial : undefined);
  const set = (change: Partial<AlertRuleFields>) => setRule((before) => ({ ...before, ...change }));
  const setConditions = (conditions: string) => {
    trial.reset();
    preview.reset();
    setAcceptsBroad(false);
    set({ conditions });
  };
  const begins =
    rule.isOn && (base === undefined || !base.isOn || base.conditions !== rule.conditions);
  const isTried = result !== undefined;
  const isBroad = begins && result?.isBroad === true;
  const isComplete =
    rule.name.trim() !== '' &&
    rule.conditions !== '' &&
    (!begins || isTried) &&
    (!isBroad || acceptsBroad);

  const send = () =>
    save.mutate(
      { ruleId, version: base?.version ?? 0, rule, includesPresent, acceptsBroad },
      {
        onSuccess: ({ version, opened, heldBack, isSilent }) => {
          const parts = [
            ...(opened > 0 ? [`Opened ${countText(opened, 'action item')}.`] : []),
            ...(heldBack > 0
              ? [
                  `${countText(heldBack, 'more action item')} ${heldBack === 1 ? 'follows' : 'follow'} in the next days.`,
                ]
              : []),
            ...(isSilent
              ? ['No action items yet, because the last official week has a seasonal drop.']
              : []),
          ];
          const saved = { title: `Saved: ${rule.name.trim()}`, note: parts.join(' ') || null };
          if (begins)
            notifyUndoable({
              ...saved,
              id: `turn-on-${ruleId}`,
              title: `Turned on: ${rule.name.trim()}`,
              undo: async () => {
                const { removed, kept: stays } = await undo.mutateAsync({ ruleId, version });
                return (
                  [
                    ...(removed > 0 ? [`Removed ${countText(removed, 'action item')}.`] : []),
                    ...(stays > 0
                      ? [`Kept ${countText(stays, 'action item')} that users have changed.`]
                      : []),
                  ].join(' ') || null
                );
              },
            });
          else notifications.show({ title: saved.title, message: saved.note });
          onClose();
        },
        onError: () => preview.reset(),
      },
    );

  return (
    <EditorDialog
      title={base === undefined ? 'New alert rule' : mayChange ? 'Edit alert rule' : 'Alert rule'}
      size="lg"
      saves={
        mayChange
          ? [
              {
                label: begins ? 'Save and turn on' : 'Save',
                onSave: () => (begins ? preview.mutate(rule) : send()),
              },
            ]
          : []
      }
      isBlocked={!isComplete}
      sending={{
        isPending: save.isPending || preview.isPending,
        error: save.error ?? preview.error,
      }}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="Also used as the title of the action items that the rule opens"
        value={rule.name}
        maxLength={maxActionItemTitleLength}
        onChange={(event) => set({ name: event.currentTarget.value })}
        readOnly={!mayChange}
        required
        data-autofocus
      />
      <Conditions conditions={rule.conditions} onChange={setConditions} />
      {base !== undefined && base.ledger.calls > 0 && <Fired rule={base} onOpen={onClose} />}
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md" verticalSpacing="xs">
        <NativeSelect
          label="Kind"
          value={rule.kind}
          data={actionItemKinds.map((each) => ({ value: each, label: actionItemKindLabels[each] }))}
          onChange={({ currentTarget }) =>
            set({ kind: actionItemKinds.find((each) => each === currentTarget.value) ?? rule.kind })
          }
          disabled={!mayChange}
        />
        <NativeSelect
          label="Priority"
          value={rule.priority}
          data={actionItemPriorities.map((each) => ({
            value: each,
            label: actionItemPriorityLabels[each],
          }))}
          onChange={({ currentTarget }) =>
            set({
              priority:
                actionItemPriorities.find((each) => each === currentTarget.value) ?? rule.priority,
            })
          }
          disabled={!mayChange}
        />
        <WholeNumber
          label="Days until due"
          min={0}
          max={maxDueDays}
          value={rule.dueDays}
          onChange={(dueDays) => set({ dueDays })}
          isFixed={!mayChange}
        />
        <WholeNumber
          label="Minutes"
          min={1}
          max={480}
          value={rule.minutes}
          onChange={(minutes) => set({ minutes })}
          isFixed={!mayChange}
        />
      </SimpleGrid>
      <Group justify="space-between" gap="xs">
        <Button
          variant="default"
          loading={trial.isPending}
          disabled={rule.conditions === ''}
          onClick={() => trial.mutate(rule.conditions)}
        >
          Test on past weeks
        </Button>
        <Checkbox
          label="On"
          checked={rule.isOn}
          onChange={(event) => set({ isOn: event.currentTarget.checked })}
          disabled={!mayChange}
        />
      </Group>
      {base?.isOn === true && mayChange && (
        <RunNow rule={base} isChanged={begins || !rule.isOn} onOpen={onClose} />
      )}
      <SendError error={trial.error} />
      {test !== undefined && trial.data === undefined && (
        <Text size="sm" c="dimmed">
          Tested {ageText(Date.now() - Date.parse(test.testedAt))} on version {test.version} by{' '}
          {test.testedBy}.
          {result === undefined && ' The conditions have changed since. Test them again.'}
        </Text>
      )}
      {result !== undefined && <TrialResult trial={result} conditions={rule.conditions} />}
      {begins && result?.matching === 0 && (
        <Alert color="yellow" role="alert" title="No customer matches this rule now">
          Check its conditions. You can still turn the rule on; it fires when a customer starts to
          match.
        </Alert>
      )}
      {isBroad && (
        <Alert color="yellow" role="alert" title="This rule matches many customers">
          <Checkbox
            label={`I confirm that this rule may match ${numberText(result?.matching ?? 0)} of ${numberText(result?.customers ?? 0)} customers`}
            checked={acceptsBroad}
            onChange={(event) => setAcceptsBroad(event.currentTarget.checked)}
          />
        </Alert>
      )}
      {begins && isTried && mayChange && (
        <Checkbox
          label="Also open action items for customers that already match"
          description={`At most ${alertRuleParameters.perPersonAndDay} new action items open per owner and day. The others follow in the next days.`}
          checked={includesPresent}
          onChange={(event) => setIncludesPresent(event.currentTarget.checked)}
        />
      )}
      {begins && !isTried && mayChange && (
        <Text size="sm" c="dimmed">
          Test the rule before you turn it on.
        </Text>
      )}
      {preview.data !== undefined && (
        <ConfirmDialog
          title={`Turn on “${rule.name.trim()}”?`}
          text={turnOnText(preview.data, includesPresent)}
          button="Turn on rule"
          isSafe
          isPending={save.isPending}
          onConfirm={send}
          onClose={preview.reset}
        />
      )}
    </EditorDialog>
  );
}

/** The customers the rule applies to, as filters of the customer list. */
function Conditions({
  conditions,
  onChange,
}: {
  conditions: string;
  onChange: (conditions: string) => void;
}) {
  const customers = useQuery(institutionListQuery);
  const { state, problems } = parseList(new URLSearchParams(conditions), institutionColumns);
  const list = {
    columns: institutionColumns,
    rows: customers.data?.rows,
    state,
    change: ({ filters = state.filters }: { filters?: typeof state.filters }) =>
      onChange(formatListQueryString({ ...emptyListState, filters, search: state.search })),
    clear: () => onChange(''),
  };
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        Customers that match all of
      </Text>
      <FilterBar list={list} />
      {problems.map((problem) => (
        <Text key={problem} size="sm" c="red">
          {problem}
        </Text>
      ))}
    </div>
  );
}

/** Recent outcomes of the rule, with a link to its action items. */
function Fired({ rule: { name, ledger }, onOpen }: { rule: AlertRule; onOpen: () => void }) {
  const rows = formatListQueryString({
    filters: [
      { column: 'rule', kind: 'one-of', values: [name] },
      { column: 'recentFirings', kind: 'range', from: 1, to: null },
    ],
  });
  return (
    <Text size="sm">
      Fired {ledger.fired}× in 28 days for{' '}
      <Anchor
        component={Link}
        to={{ search: `part=queue&scope=all&${rows}` }}
        onClick={onOpen}
        inherit
      >
        {countText(ledger.calls, 'action item')}
      </Anchor>
      : {ledger.acted} acted on, {countText(ledger.falseAlarms, 'false alarm')}, {ledger.lapsed} no
      longer applied, {ledger.open} open.
    </Text>
  );
}

/** Button that evaluates the saved rule now, with what the run opened. */
function RunNow({
  rule: { ruleId, name },
  isChanged,
  onOpen,
}: {
  rule: AlertRule;
  /** `true` when the edited conditions or state are not saved. */
  isChanged: boolean;
  onOpen: () => void;
}) {
  const run = useRunAlertRule();
  const rows = formatListQueryString({
    filters: [{ column: 'rule', kind: 'one-of', values: [name] }],
  });
  return (
    <Stack gap={4} data-guide="alert-run">
      <Button
        variant="default"
        w="fit-content"
        loading={run.isPending}
        disabled={isChanged}
        onClick={() => run.mutate(ruleId)}
      >
        Run now
      </Button>
      <Text size="xs" c="dimmed">
        {isChanged
          ? 'Save the rule before you run it.'
          : 'Evaluates the rule at once instead of at 6:30 AM.'}
      </Text>
      <SendError error={run.error} />
      {run.data !== undefined && (
        <Text size="sm" role="status">
          {runText(run.data)}{' '}
          <Anchor
            component={Link}
            to={{ search: `part=queue&scope=all&${rows}` }}
            onClick={onOpen}
            inherit
          >
            Show its action items
          </Anchor>
        </Text>
      )}
    </Stack>
  );
}

interface NumberProperties {
  label: string;
  min: number;
  max: number;
  value: number;
  onChange: (value: number) => void;
  isFixed: boolean;
}

function WholeNumber({ label, min, max, value, onChange, isFixed }: NumberProperties) {
  return (
    <NumberInput
      label={label}
      min={min}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      value={value}
      onChange={(next) => typeof next === 'number' && onChange(next)}
      disabled={isFixed}
      required
    />
  );
}
