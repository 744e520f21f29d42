import { paths } from '#shared/core/pages/paths.ts';
import { LandingLogo } from './LandingLogo.tsx';

export function LandingFooter() {
  return (
    <footer className="foot wide">
      <LandingLogo />
      <p>
        Scheduling, forms, payments and reminders for dental and medical practices. The $500 benefit
        is for our employees.
      </p>
      <a href={paths.employeeLogin}>Employee login</a>
    </footer>
  );
}
