import { paths } from '#shared/core/pages/paths.ts';
import { LandingEntry, type LandingVisitor } from './LandingEntry.tsx';
import { LandingLogo } from './LandingLogo.tsx';

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
      <LandingEntry {...visitor} look="quiet">
        Sign In
      </LandingEntry>
    </header>
  );
}
