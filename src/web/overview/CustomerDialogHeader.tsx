import { ActionIcon, Anchor, CloseButton, Group, Text, Title, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { numberText } from '#shared/core/words.ts';
import type { InstitutionDetailState } from '#web/health/institution-detail.ts';
import { practicesQuery } from '#web/institutions/data.ts';
import type { InstitutionReference } from '#web/institutions/institution-modal.ts';
import { CustomerLeavingBadge } from '#web/notices/LeavingBadge.tsx';
import { TierBadge } from '#web/ui/tier/TierBadge.tsx';
import classes from './modal-head.module.css';

interface Properties {
  institutionId: number;
  detail: InstitutionDetailState;
  among: readonly number[];
  known: InstitutionReference | undefined;
  onMove: (institutionId: number) => void;
  onClose: () => void;
}

/**
 * Sticky header of the customer dialog: name, buttons to the neighbors in the list, and the close
 * button.
 */
export function CustomerDialogHeader({
  institutionId,
  detail,
  among,
  known,
  onMove,
  onClose,
}: Properties) {
  const name = useName(institutionId, detail, known);
  const tier =
    detail.state === 'loaded'
      ? (detail.health?.healthTier ?? detail.record?.healthTier)
      : (known?.healthTier ?? undefined);
  return (
    <div className={classes.head}>
      <div className={classes.name}>
        <Title order={2} size="h3" className={classes.title} aria-live="polite">
          <Anchor
            component={Link}
            to={paths.institutionOverview(institutionId)}
            onClick={onClose}
            inherit
            c="inherit"
          >
            {name}
          </Anchor>
        </Title>
        {tier !== undefined && <TierBadge tier={tier} />}
        <CustomerLeavingBadge institutionId={institutionId} />
      </div>
      <Group gap={2} wrap="nowrap">
        {among.length > 1 && (
          <Neighbours institutionId={institutionId} among={among} onMove={onMove} />
        )}
        <CloseButton aria-label="Close" onClick={onClose} />
      </Group>
    </div>
  );
}

/**
 * Returns the customer's name. Until the details are loaded, the name is taken from the list's row
 * or the practice list.
 */
function useName(
  institutionId: number,
  detail: InstitutionDetailState,
  known: InstitutionReference | undefined,
): string {
  const { data: practices } = useQuery({ ...practicesQuery, enabled: false });
  if (detail.state === 'loaded') return detail.name;
  return (
    known?.institutionName ??
    practices?.find((practice) => practice.institutionId === institutionId)?.institutionName ??
    'Customer'
  );
}

function Neighbours({
  institutionId,
  among,
  onMove,
}: Pick<Properties, 'institutionId' | 'among' | 'onMove'>) {
  const place = among.indexOf(institutionId);
  const [before, after] = [among[place - 1], among[place + 1]];
  useHotkeys([
    ['j', () => after !== undefined && onMove(after)],
    ['k', () => before !== undefined && onMove(before)],
  ]);
  return (
    <>
      <Text size="sm" c="dimmed" className={classes.place}>
        {numberText(place + 1)} of {numberText(among.length)}
      </Text>
      <Step
        label="Previous customer"
        shortcut="k"
        to={before}
        onMove={onMove}
        icon={<IconChevronUp size={18} aria-hidden />}
      />
      <Step
        label="Next customer"
        shortcut="j"
        to={after}
        onMove={onMove}
        icon={<IconChevronDown size={18} aria-hidden />}
      />
    </>
  );
}

interface StepProperties {
  label: string;
  shortcut: string;
  to: number | undefined;
  icon: ReactNode;
  onMove: (institutionId: number) => void;
}

function Step({ label, shortcut, to, icon, onMove }: StepProperties) {
  return (
    <Tooltip label={`${label} (${shortcut})`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        // `aria-disabled` instead of `disabled`, so that the focus stays on the button at the end
        // of the list.
        aria-disabled={to === undefined}
        {...(to === undefined && { 'data-disabled': true })}
        onClick={() => to !== undefined && onMove(to)}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
