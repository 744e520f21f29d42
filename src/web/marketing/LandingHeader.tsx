import { paths } from '#shared/core/pages/paths.ts';
import { LandingLogo } from './LandingLogo.tsx';
import { LandingSignInLink, type LandingVisitor } from './LandingSignInLink.tsx';

export function LandingHeader(visitor: LandingVisitor) {
  return (
    <header className="head wide">
      <a href={paths.landing} className="home">
        <LandingLogo />
      </a>
      <nav aria-label="On this page">
        <a href="#benefit">The benefit</a>
        <a href="#patients">For patients</a>
        <a href="#how">How it works</a>
      </nav>
      <LandingSignInLink {...visitor} look="quiet">
        Sign In
      </LandingSignInLink>
    </header>
  );
}
