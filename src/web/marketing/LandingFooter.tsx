import { paths } from '#shared/core/pages/paths.ts';
import { LandingMark } from './LandingMark.tsx';

export function LandingFooter() {
  return (
    <footer className="foot wide">
      <LandingMark />
      <p>
        Scheduling, forms, payments and reminders for dental and medical practices. The $500 benefit
        is for our employees.
      </p>
      <a href={paths.employeeLogin}>Employee login</a>
    </footer>
  );
}
