import { expect, it } from 'vitest';
import { typeFromName } from './rules.ts';

it.each([
  ['Wasatch Orthodontics', 'Orthodontics'],
  ['Rye Brook Obstetrics & Gynclgy', null],
  ['Connecticut Orthopedic Assoc', null],
  ["Children's Dental Group", 'Pediatric Dentistry'],
  ['Yale Oral & Maxillofacial Srg', 'Oral Surgery'],
  ['Family Dentistry', 'General Dentistry'],
  ['John Q Public DDS', 'General Dentistry'],
  ['Provo Eye Care', 'Optometry'],
  ['Elm City Physical Therapy', 'Physical Therapy'],
  ['ST. MARY MEDICAL CENTER', 'Hospital'],
  ['Lakeview Regional Hospital', 'Hospital'],
  ['Canyon Family Medicine', 'Family Medicine'],
  ['Walk-in Clinic', 'Clinic'],
  ['Skin Care Assoc', 'Dermatology'],
  ['', null],
  ['Smith & Jones', null],
])('%s is %s', (name, type) => {
  expect(typeFromName(name)).toBe(type);
});
