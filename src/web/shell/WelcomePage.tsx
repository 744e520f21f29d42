import { Navigate } from 'react-router';
import { paths } from '#shared/paths.ts';
import { RequireSession } from './RequireSession.tsx';

/** Sends a signed-in person to work and asks anyone else to sign in. */
export function WelcomePage() {
  return (
    <RequireSession>
      <Navigate to={paths.home} replace />
    </RequireSession>
  );
}
