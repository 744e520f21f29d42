import { createRandom, type SeededRandom } from '#server/core/seeded-random.ts';
import { buildTimeOnDemoWorkday } from '#server/institutions/demo-rows.ts';
import { createFictionalPhone } from './cities.ts';
import { practiceName, streetAddress, webAddressSlug } from './names.ts';
import { type PracticeTypeModel, practiceTypeModels } from './practice-types.ts';
import type { DemoTableRow } from './rows.ts';
import type { DemoInstitution, DemoWorld } from './world.ts';

export interface PlacesDirectoryRows {
  places: DemoTableRow<'place'>[];
  links: DemoTableRow<'place_link'>[];
  prospects: DemoTableRow<'prospect'>[];
}

const strengths = [
  'Patients mention short waits and a friendly front desk.',
  'It offers evening appointments on two days of the week.',
  'The team speaks English and Spanish.',
  'New patients are usually seen within a week.',
  'Parking is free and the entrance is step-free.',
  'It has cared for families in the neighborhood for more than twenty years.',
  'Same-day visits are kept free for emergencies.',
  'Many visitors praise how clearly costs are explained beforehand.',
];
const reviews = [
  '“Booked online at midnight, was seen the next morning.”',
  '“They texted me when an earlier slot opened up.”',
  '“Kind, unhurried, and no surprises on the bill.”',
  '“My kids actually look forward to going.”',
  '“The forms were done before I walked in.”',
  '“I waited forty minutes past my time, but the care was good.”',
];

function bio(
  random: SeededRandom,
  type: PracticeTypeModel,
  name: string,
  city: string,
  state: string,
): string {
  const opening = random.chance(0.4)
    ? `${name} - ${type.description.replace(/^an? /, '').replace(/^./, (letter) => letter.toUpperCase())}`
    : `${name} is ${type.description}`;
  const parts = [`${opening} in ${city}, ${state}.`, random.pick(strengths)];
  if (random.chance(0.5)) parts.push(random.pick(strengths.filter((text) => text !== parts[1])));
  if (random.chance(0.8)) parts.push(`A recent review mentioned: ${random.pick(reviews)}`);
  return parts.join(' ');
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Returns seven lines of opening hours, from Monday on, in the format of directories. */
function openingHours(random: SeededRandom): string[] {
  const opens = random.pick(['7:00 AM', '7:30 AM', '8:00 AM', '8:30 AM', '9:00 AM']);
  const closes = random.pick(['4:30 PM', '5:00 PM', '5:00 PM', '6:00 PM']);
  const late = random.chance(0.3) ? random.integer(0, 3) : -1;
  const saturday = random.chance(0.25);
  const shortFriday = random.chance(0.4);
  return weekdays.map((day, index) => {
    if (index === 6 || (index === 5 && !saturday)) return `${day}: Closed`;
    if (index === 5) return `${day}: 9:00 AM – 1:00 PM`;
    if (index === 4 && shortFriday) return `${day}: ${opens} – 1:00 PM`;
    return `${day}: ${opens} – ${index === late ? '8:00 PM' : closes}`;
  });
}

interface Practice {
  name: string;
  type: PracticeTypeModel;
  street: string;
  city: string;
  state: string;
  zip: string;
  latitude: number | null;
  longitude: number | null;
  phone: string | null;
}

function placeOf(random: SeededRandom, placeId: string, practice: Practice): DemoTableRow<'place'> {
  const { name, type, street, city, state, zip } = practice;
  const rated = !random.chance(0.03);
  return {
    place_id: placeId,
    name,
    business_type: type.businessType,
    address: `${street}, ${city}, ${state} ${zip}`,
    city,
    state,
    zip,
    latitude: practice.latitude,
    longitude: practice.longitude,
    phone: practice.phone,
    website: random.chance(0.88) ? `https://www.${webAddressSlug(name)}.example` : null,
    rating: rated
      ? Math.min(5, Math.max(2.8, Math.round(random.normal(4.55, 0.38) * 10) / 10))
      : null,
    total_ratings: rated ? 1 + Math.floor(150 * random.gamma(0.8)) : 0,
    opening_hours: random.chance(0.9) ? JSON.stringify(openingHours(random)) : null,
    bio: random.chance(0.92) ? bio(random, type, name, city, state) : null,
  };
}

function inventPractice(random: SeededRandom, world: DemoWorld): Practice {
  const type = random.weighted(practiceTypeModels);
  const place = world.cities.near(random, world.cities.metro(random), 30);
  return {
    name: practiceName(random, type, place.city),
    type,
    street: streetAddress(random),
    city: place.city,
    state: place.state,
    zip: place.zip,
    latitude: Math.round((place.latitude + random.normal(0, 0.01)) * 1e5) / 1e5,
    longitude: Math.round((place.longitude + random.normal(0, 0.012)) * 1e5) / 1e5,
    phone: random.chance(0.95) ? createFictionalPhone(random, place.state) : null,
  };
}

const otherSources = ['referral', 'conference', 'website'];

/**
 * Returns the directory's entry of a customer; `undefined` for the few customers without an entry.
 */
export function customerDirectoryEntry(
  seed: string,
  institution: DemoInstitution,
  placeId: string,
): { place: DemoTableRow<'place'>; link: DemoTableRow<'place_link'> } | undefined {
  const { institutionId, name, practiceType, locations } = institution;
  const random = createRandom(seed, 'place', institutionId);
  const [first] = locations;
  if (!first || random.chance(0.14)) return undefined;
  const place = placeOf(random, placeId, {
    ...first,
    name,
    type: practiceType,
    street: first.streetAddress,
  });
  return { place, link: { institution_id: institutionId, place_id: placeId } };
}

/**
 * Returns the places directory with most of the customers and with other practices. Some of the
 * other practices are prospects.
 */
export function createDemoDirectory(world: DemoWorld, scale: number): PlacesDirectoryRows {
  const directory: PlacesDirectoryRows = { places: [], links: [], prospects: [] };
  const placeId = () => `demo-${String(directory.places.length + 1).padStart(5, '0')}`;

  for (const institution of world.institutions) {
    const listed = customerDirectoryEntry(world.seed, institution, placeId());
    if (listed === undefined) continue;
    directory.places.push(listed.place);
    directory.links.push(listed.link);
  }

  const random = createRandom(world.seed, 'directory');
  const prospects = Math.round(400 * scale);
  for (let index = 0; index < Math.round(850 * scale); index++) {
    const practice = inventPractice(random, world);
    const listed = index >= prospects || random.chance(0.65);
    const place = listed ? placeOf(random, placeId(), practice) : undefined;
    if (place) directory.places.push(place);
    if (index >= prospects) continue;
    const plotted = !random.chance(0.05);
    directory.prospects.push({
      prospect_id: index + 1,
      place_id: place?.place_id ?? null,
      name: practice.name,
      address: `${practice.street}, ${practice.city}, ${practice.state} ${practice.zip}`,
      business_type: practice.type.businessType,
      latitude: plotted ? practice.latitude : null,
      longitude: plotted ? practice.longitude : null,
      phone: practice.phone,
      rating: place?.rating ?? null,
      total_ratings: place?.total_ratings ?? null,
      source: place && random.chance(0.6) ? 'google_places' : random.pick(otherSources),
      created_at: buildTimeOnDemoWorkday(
        world.calendar.dayAt(world.calendar.indexOf(world.calendar.today) - random.integer(1, 300)),
        random.integer(0, 480),
      ),
    });
  }
  return directory;
}
