import { Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { countText } from '#shared/core/words.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { AddNoteDialog } from './AddNoteDialog.tsx';
import { AssignForm } from './cases/AssignForm.tsx';
import { OutcomeForm } from './cases/OutcomeForm.tsx';
import { SnoozeForm } from './cases/SnoozeForm.tsx';
import { type CustomerReference, customersLabel } from './customers.ts';
import { TaskEditor } from './TaskEditor.tsx';
import type { WorkAction } from './work-actions.ts';

interface Properties {
  action: WorkAction;
  customers: readonly CustomerReference[];
  /** Element that gets the focus on closing. */
  opener: Element | null;
  onClose: () => void;
  /** Called after a change, but not when the dialog is closed without a change. */
  onDone: () => void;
}

/** Dialog for one action on one or many customers. */
export function WorkDialog({ action, customers, opener, onClose, onDone }: Properties) {
  if (customers.length > maxBulkItems) {
    return (
      <Frame title="Too many customers" opener={opener} onClose={onClose}>
        <Text size="sm">
          You selected {countText(customers.length, 'customer')}. Select at most {maxBulkItems} at
          once.
        </Text>
      </Frame>
    );
  }
  if (action === 'note')
    return (
      <AddNoteDialog customers={customers} opener={opener} onClose={onClose} onDone={onDone} />
    );
  if (action === 'task')
    return <TaskEditor subject={{ customers }} opener={opener} onClose={onClose} onDone={onDone} />;
  return (
    <CaseDialog
      action={action}
      customers={customers}
      opener={opener}
      onClose={onClose}
      onDone={onDone}
    />
  );
}

const forms = { assign: AssignForm, snooze: SnoozeForm, outcome: OutcomeForm } as const;
const titles = {
  assign: (name: string) => `Assign ${name}`,
  snooze: (name: string) => `Snooze ${name}`,
  outcome: (name: string) => `Outcome for ${name}`,
} as const;

function CaseDialog({
  action,
  customers,
  opener,
  onClose,
  onDone,
}: Properties & { action: keyof typeof forms }) {
  const Form = forms[action];
  return (
    <Frame title={titles[action](customersLabel(customers))} opener={opener} onClose={onClose}>
      <Form
        institutionIds={customers.map(({ institutionId }) => institutionId)}
        onDone={() => {
          onDone();
          onClose();
        }}
      />
    </Frame>
  );
}

function Frame({
  title,
  opener,
  onClose,
  children,
}: Pick<Properties, 'opener' | 'onClose'> & { title: string; children: ReactNode }) {
  useFocusBack(opener);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="sm"
      centered
    >
      {children}
    </Modal>
  );
}
