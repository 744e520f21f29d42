import { signInPath } from '#shared/auth.ts';
import { paths } from '#shared/paths.ts';
import './landing.css';

interface Properties {
  /** Somebody who is signed in is shown the way into the app. */
  signedIn?: boolean;
  /** The identity provider's lowercase word. */
  provider: string;
}

export function LandingPage({ signedIn = false, provider }: Properties) {
  const signIn = signInPath(provider);
  return (
    <div className="landing">
      <header>{signedIn ? <a href={paths.home}>Open the app</a> : <a href={signIn}>Sign In</a>}</header>
      <main>
        <p>EXCLUSIVE EMPLOYEE BENEFIT</p>
        <h1>Experience Our Product. Get Reimbursed $500.</h1>
        {signedIn ? <a href={paths.home}>Open the app</a> : <a href={signIn}>Sign In to Claim Your $500 Benefit</a>}
      </main>
    </div>
  );
}
