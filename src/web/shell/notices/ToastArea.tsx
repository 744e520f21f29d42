import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useState } from 'react';
import { loadCode } from '#web/core/load-code.ts';

const Toasts = lazy(() =>
  loadCode(async () => ({ default: (await import('./Toasts.tsx')).Toasts })),
);

/** Area for toasts. Its code is loaded with the first toast, which the store keeps until then. */
export function ToastArea() {
  const { notifications } = useNotifications();
  const [isNeeded, setNeeded] = useState(false);
  if (!isNeeded && notifications.length > 0) setNeeded(true);
  return <Suspense>{isNeeded && <Toasts />}</Suspense>;
}
