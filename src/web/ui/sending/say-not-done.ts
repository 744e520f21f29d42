import { notifications } from '@mantine/notifications';
import { sayError } from './say-error.ts';

/** Says on any page what was not done, such as 'Not saved: Elm Dental', and why. */
export function sayNotDone(title: string, error: Error): void {
  notifications.show({ color: 'red', title, message: sayError(error) });
}
