import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { countText } from '#shared/core/words.ts';
import type { Issue } from '#shared/data-quality/issues.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { usePlaceLocations } from './data.ts';

type Placeable = Issue & { locationId: number; suggestedZip: string };

export const hasSuggestedPlace = (issue: Issue): issue is Placeable =>
  issue.locationId !== null && issue.suggestedZip !== null;

/** Button that places the selected locations in the middle of their cities. */
export function PlaceInCitiesButton({
  issues,
  onDone,
}: {
  issues: readonly Placeable[];
  onDone: () => void;
}) {
  const place = usePlaceLocations();
  const places = issues.map(({ institutionId, locationId, suggestedZip }) => ({
    institutionId,
    locationId,
    zip: suggestedZip,
  }));
  const send = () =>
    place.mutate(
      { places },
      {
        onSuccess: ({ summary }) => {
          notifications.show({ title: 'Placed', message: summary });
          onDone();
        },
        onError: (error) => notifyFailure('Couldn’t place the locations', error),
      },
    );
  return (
    <Button size="xs" disabled={places.length === 0} loading={place.isPending} onClick={send}>
      Place {countText(places.length, 'location')} by city
    </Button>
  );
}
