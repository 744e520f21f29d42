import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SettingsAnswer } from '#shared/admin/settings/settings.ts';
import type { DeskSettings } from '#shared/core/settings/desk-settings.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { submitHandler } from '#web/ui/sending/sending.ts';
import { useSaveSettings } from './data.ts';

interface Properties {
  answer: SettingsAnswer;
  /** Edited fields. They keep their values when another user saves first. */
  change: Partial<DeskSettings>;
  onSaved: () => void;
  button?: string;
  children: ReactNode;
}

/** Form of settings that are saved together. */
export function SettingForm({
  answer: { version, settings },
  change,
  onSaved,
  button = 'Save',
  children,
}: Properties) {
  const save = useSaveSettings(version);
  const wanted = { ...settings, ...change };
  const send = () => save.mutate(wanted, { onSuccess: onSaved });
  return (
    <form onSubmit={submitHandler(send)}>
      <Stack gap="sm" maw={560}>
        {children}
        {save.error !== null && (
          <ErrorState title="Couldn’t save settings" error={save.error} onRetry={send} />
        )}
        <Group>
          <Button
            type="submit"
            loading={save.isPending}
            disabled={JSON.stringify(wanted) === JSON.stringify(settings)}
          >
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
