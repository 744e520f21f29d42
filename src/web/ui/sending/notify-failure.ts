import { notifications } from '@mantine/notifications';
import { errorText } from './error-text.ts';

/** Shows an error toast with a title such as 'Couldn’t save Elm Dental' and the reason. */
export function notifyFailure(title: string, error: Error): void {
  notifications.show({ color: 'red', title, message: errorText(error) });
}
