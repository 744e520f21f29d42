import { Button, Group, Stack } from '@mantine/core';
import { replaceEqualDeep } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BodyOf } from '#shared/core/endpoint.ts';
import type { postSettings, SettingsAnswer } from '#shared/core/settings/app-settings.ts';
import { ErrorState } from '../page/ErrorState.tsx';
import { createSubmitHandler } from '../sending/sending.ts';
import { useSaveSettings } from './data.ts';

interface Properties {
  answer: SettingsAnswer;
  /** Edited fields. They keep their values when another user saves first. */
  change: BodyOf<typeof postSettings>['settings'];
  onSaved: () => void;
  button?: string;
  children: ReactNode;
}

/** Form of settings that are saved together. Settings of other forms keep their values. */
export function SettingsForm({
  answer: { version, settings },
  change,
  onSaved,
  button = 'Save',
  children,
}: Properties) {
  const save = useSaveSettings(version);
  const send = () => save.mutate(change, { onSuccess: onSaved });
  // The database returns the keys of an object in another order.
  const isUnchanged = Object.entries(change).every(
    ([key, value]) => replaceEqualDeep(settings[key], value) === settings[key],
  );
  return (
    <form onSubmit={createSubmitHandler(send)}>
      <Stack gap="sm" maw={560}>
        {children}
        {save.error !== null && (
          <ErrorState title="Couldn’t save settings" error={save.error} onRetry={send} />
        )}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={isUnchanged}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
