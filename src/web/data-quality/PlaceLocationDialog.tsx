import { Anchor, Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import type { Issue } from '#shared/data-quality/issues.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { usePlaceLocations } from './data.ts';

/** Dialog that places a location in the middle of a ZIP code. */
export function PlaceLocationDialog({
  issue,
  onClose,
}: {
  issue: Issue & { locationId: number };
  onClose: () => void;
}) {
  useFocusBack();
  const {
    institutionId,
    institutionName,
    locationId,
    locationName,
    city,
    state,
    suggestedZip,
    detail,
  } = issue;
  const [zip, setZip] = useState(suggestedZip ?? '');
  const place = usePlaceLocations();
  const send = () =>
    place.mutate({ places: [{ institutionId, locationId, zip }] }, { onSuccess: onClose });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Place ${locationName ?? institutionName}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={createSubmitHandler(send)}>
        <Stack>
          <Text size="sm">
            <Anchor
              component={Link}
              to={paths.institutionOverview(institutionId)}
              inherit
              td="underline"
            >
              {institutionName}
            </Anchor>
            {city !== null && `, ${city}`}
            {state !== null && `, ${state}`}. {detail}
          </Text>
          <TextInput
            label="ZIP code"
            description="The map shows the location at the center of this ZIP code, marked as approximate, until a file has its coordinates."
            required
            data-autofocus
            inputMode="numeric"
            maxLength={5}
            value={zip}
            onChange={(event) => setZip(event.currentTarget.value)}
          />
          {place.error !== null && (
            <ErrorState title="Couldn’t place the location" error={place.error} onRetry={send} />
          )}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={place.isPending} disabled={!/^\d{5}$/.test(zip)}>
              Place
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
