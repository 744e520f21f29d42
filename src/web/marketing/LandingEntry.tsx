import { signInPath } from '#shared/auth/auth.ts';
import { paths } from '#shared/core/pages/paths.ts';

export interface Visitor {
  /** Somebody who is signed in is shown the way into the app. */
  signedIn: boolean;
  /** The identity provider's lowercase word. */
  provider: string;
}

interface Properties extends Visitor {
  /** What the link says to somebody who is not signed in. */
  children: string;
  look: 'main' | 'quiet' | 'on-deep';
}

/** The one way on from the landing: to the sign-in, or into the app for whoever has signed in. */
export function LandingEntry({ signedIn, provider, look, children }: Properties) {
  return (
    <a className={`button ${look}`} href={signedIn ? paths.home : signInPath(provider)}>
      {signedIn ? 'Open the app' : children}
    </a>
  );
}
