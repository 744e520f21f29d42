import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useState } from 'react';

const Toasts = lazy(async () => ({ default: (await import('./Toasts.tsx')).Toasts }));

/** Where toasts appear; what draws them is fetched for the first one, which the store keeps until then. */
export function ToastArea() {
  const { notifications } = useNotifications();
  const [isWanted, setWanted] = useState(false);
  if (!isWanted && notifications.length > 0) setWanted(true);
  return <Suspense>{isWanted && <Toasts />}</Suspense>;
}
