import { LandingBenefits } from './LandingBenefits.tsx';
import { LandingClosing } from './LandingClosing.tsx';
import type { Visitor } from './LandingEntry.tsx';
import { LandingFooter } from './LandingFooter.tsx';
import { LandingHeader } from './LandingHeader.tsx';
import { LandingHero } from './LandingHero.tsx';
import { LandingSteps } from './LandingSteps.tsx';
import { LandingVisit } from './LandingVisit.tsx';
import './landing.css';

/** What a visitor without a session sees: static, drawn by the build, so nothing in it may need a script. */
export function Landing({ signedIn = false, provider }: Partial<Visitor> & Pick<Visitor, 'provider'>) {
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
