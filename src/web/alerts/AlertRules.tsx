import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconBell, IconBellOff, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { type AlertRule, exportAlertRules } from '#shared/alerts/alerts.ts';
import { alertRuleColumns } from '#shared/alerts/columns.ts';
import { actedOnShare, isNoisyRule } from '#shared/alerts/rules.ts';
import { shareText } from '#shared/core/words.ts';
import { userQuery } from '#web/auth/data.ts';
import { useBusinessTimeZone } from '#web/core/days.ts';
import { List } from '#web/ui/list/List.tsx';
import type { RowAction } from '#web/ui/list/row-actions.ts';
import { useList } from '#web/ui/list/use-list.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { notifyUndoable } from '#web/ui/sending/notify-undoable.tsx';
import { AlertDigest } from './AlertDigest.tsx';
import {
  type AlertRuleToSave,
  alertRulesQuery,
  pickAlertRuleFields,
  useSaveAlertRule,
} from './data.ts';

const RuleDialog = lazy(async () => ({ default: (await import('./RuleDialog.tsx')).RuleDialog }));

const initial = { sort: [{ column: 'name', descending: false }] };

/** The alert rules with their outcomes, and controls to change them. */
export function AlertRules() {
  const source = useQuery(alertRulesQuery);
  const { data: user } = useQuery(userQuery);
  const isAdmin = user?.role === 'admin';
  const save = useSaveAlertRule();
  const [edited, setEdited] = useState<{ ruleId: string; isNew: boolean }>();
  const rows = source.data?.rows;
  const list = useList({
    name: 'alert-rules',
    columns: alertRuleColumns(useBusinessTimeZone()),
    rows,
    initial,
  });

  const switched = (rule: AlertRule, isOn: boolean): AlertRuleToSave => ({
    ruleId: rule.ruleId,
    version: rule.version,
    rule: { ...pickAlertRuleFields(rule), isOn },
    includesPresent: false,
    acceptsBroad: true,
  });
  const mute = (rule: AlertRule) =>
    save.mutate(switched(rule, false), {
      onSuccess: ({ version }) =>
        notifyUndoable({
          id: `mute-${rule.ruleId}`,
          title: `Muted: ${rule.name}`,
          note: 'The rule’s action items stay open.',
          async undo() {
            await save.mutateAsync(switched({ ...rule, version }, true));
            return null;
          },
        }),
      onError: (error) => notifyFailure(`Couldn’t mute ${rule.name}`, error),
    });
  const actions = useMemo(
    (): RowAction<AlertRule>[] => [
      {
        shortcut: 'e',
        label: 'View and test',
        icon: <IconBell size={14} aria-hidden />,
        onAct: ([rule]) => rule && setEdited({ ruleId: rule.ruleId, isNew: false }),
      },
    ],
    [],
  );
  const noisy = rows?.filter(({ isOn, ledger }) => isOn && isNoisyRule(ledger)) ?? [];
  return (
    <Stack gap="md">
      <AlertDigest />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" maw={640}>
          An alert rule opens an action item when a customer starts to match the rule. Rules run
          daily at 6:30 AM. New action items are shown from 8 AM.
        </Text>
        {isAdmin && (
          <Button
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setEdited({ ruleId: crypto.randomUUID(), isNew: true })}
          >
            New rule
          </Button>
        )}
      </Group>
      {noisy.map((rule) => (
        <Alert
          key={rule.ruleId}
          color="yellow"
          title={`“${rule.name}” is mostly noise`}
          data-guide="alert-noise"
        >
          <Group justify="space-between" gap="xs">
            <Text size="sm">
              {shareText(actedOnShare(rule.ledger) ?? 0)} of its closed action items were acted on;{' '}
              {rule.ledger.falseAlarms} were false alarms.
              {isAdmin
                ? ' Mute it or narrow its conditions.'
                : ' An admin can mute it or narrow its conditions.'}
            </Text>
            {isAdmin && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconBellOff size={14} aria-hidden />}
                loading={save.isPending}
                onClick={() => mute(rule)}
              >
                Mute rule
              </Button>
            )}
          </Group>
        </Alert>
      ))}
      <div id="customers" data-guide="alert-rules">
        <List
          list={list}
          source={source}
          label="Alert rules"
          noun={{ one: 'rule', many: 'rules' }}
          rowId={({ ruleId }) => ruleId}
          onOpen={({ ruleId }) => setEdited({ ruleId, isNew: false })}
          rowActions={actions}
          askAbout={{ list: 'alert-rules' }}
          exportPath={exportAlertRules.path}
          whenEmpty={
            isAdmin
              ? 'No rules yet. Create one and test it on past weeks.'
              : 'No rules yet. An admin can create them.'
          }
          offset={160}
        />
      </div>
      <Suspense>
        {edited !== undefined && (
          <RuleDialog
            key={edited.ruleId}
            ruleId={edited.ruleId}
            rule={rows?.find(({ ruleId }) => ruleId === edited.ruleId)}
            mayChange={isAdmin}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </Stack>
  );
}
