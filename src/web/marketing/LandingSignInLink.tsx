import { buildSignInPath } from '#shared/auth/auth.ts';
import { paths } from '#shared/core/pages/paths.ts';

export interface LandingVisitor {
  /** `true` shows a link to the app instead of the sign-in. */
  signedIn: boolean;
  /** Lower-case name of the identity provider. */
  provider: string;
}

interface Properties extends LandingVisitor {
  /** Link text for visitors who are not signed in. */
  children: string;
  look: 'main' | 'quiet' | 'on-deep';
}

/** Link to the sign-in or, for signed-in users, to the app. */
export function LandingSignInLink({ signedIn, provider, look, children }: Properties) {
  return (
    <a className={`button ${look}`} href={signedIn ? paths.home : buildSignInPath(provider)}>
      {signedIn ? 'Open the app' : children}
    </a>
  );
}
