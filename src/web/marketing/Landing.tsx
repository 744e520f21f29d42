import { LandingBenefits } from './LandingBenefits.tsx';
import { LandingClosing } from './LandingClosing.tsx';
import { LandingFooter } from './LandingFooter.tsx';
import { LandingHeader } from './LandingHeader.tsx';
import { LandingHero } from './LandingHero.tsx';
import type { LandingVisitor } from './LandingSignInLink.tsx';
import { LandingSteps } from './LandingSteps.tsx';
import { LandingVisit } from './LandingVisit.tsx';
import './landing.css';

/**
 * Landing page for visitors without a session. The build renders it to static HTML, so it must work
 * without scripts.
 */
export function Landing({
  signedIn = false,
  provider,
}: Partial<LandingVisitor> & Pick<LandingVisitor, 'provider'>) {
  const visitor = { signedIn, provider };
  return (
    <div className="landing">
      <LandingHeader {...visitor} />
      <main>
        <LandingHero {...visitor} />
        <LandingBenefits />
        <LandingVisit />
        <LandingSteps />
        <LandingClosing {...visitor} />
      </main>
      <LandingFooter />
    </div>
  );
}
