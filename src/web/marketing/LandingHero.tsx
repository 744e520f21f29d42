import { LandingHeroArt } from './LandingHeroArt.tsx';
import { LandingSignInLink, type LandingVisitor } from './LandingSignInLink.tsx';

export function LandingHero(visitor: LandingVisitor) {
  return (
    <section className="hero wide">
      <div>
        {/* CSS displays only one of the two texts, depending on the screen width. Screen readers
            announce only the displayed text. */}
        <p className="badge">
          <span className="long">EXCLUSIVE EMPLOYEE BENEFIT</span>
          <span className="short">$500 BENEFIT</span>
        </p>
        <h1>
          <span>Experience Our Product.</span> <span>Get Reimbursed $500.</span>
        </h1>
        <p className="lead">
          You know our product from the inside. Once a year, meet it from the other side: book a
          visit at a practice that uses it, go as a patient, and we pay you back.
        </p>
        <div className="actions">
          <LandingSignInLink {...visitor} look="main">
            Sign In to Claim Your $500 Benefit
          </LandingSignInLink>
          <p>{visitor.signedIn ? 'You are signed in.' : 'Your work account is all you need.'}</p>
        </div>
      </div>
      <LandingHeroArt />
    </section>
  );
}
