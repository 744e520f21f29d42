import type { SeededRandom } from '#server/core/seeded-random.ts';
import type { PracticeTypeModel } from './practice-types.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

const places = words(`
  Maple Cedar Juniper Willow Magnolia Aspen Birch Hawthorn Laurel Sycamore Chestnut Alder Harbor Lakeside Riverbend Stonebridge Brookside
  Northgate Southfork Westbrook Eastlake Hillcrest Fairview Summit Ridgeline Meadowlark Bluebird Kingfisher Heron Sparrow Foxglove Clover
  Primrose Larkspur Sunrise Daybreak Evergreen Goldenrod Silverleaf Copperfield Ironwood Whitestone Greystone Redwood Millpond Mill-Creek
  Oakmont Glenwood Kenwood Lynwood Parkview Bayview Clearwater Crestwood Windmill Lantern Beacon Compass Anchor Keystone Cornerstone Crossroads
  Foundry Orchard Vineyard Prairie Canyon Mesa Sequoia Cascade Horizon Bright Gentle Kind Modern True Premier Pinnacle Heritage Liberty
  Unity Harmony Serene Radiant Lively Cheerful Village Township Uptown Midtown Main-Street Elm-Street Park-Avenue Market-Square`).map(
  (word) => word.replace('-', ' '),
);
const surnames = words(`
  Abernathy Alvarez Amari Ashworth Bajwa Barlow Bellamy Bergstrom Bianchi Blackwood Brandt Calloway Castellano Chaudhry Cho Contreras Dalton
  Delacroix Desai Donovan Dubois Eastman Ellery Eskandari Fairbanks Farrow Ferreira Fitzgerald Fontaine Galloway Garrison Ghosh Greenberg Haddad
  Halvorsen Hargrove Hathaway Hendricks Hidalgo Holloway Huang Ibarra Ivanov Jankowski Jefferies Kaminski Kapoor Kessler Kowalczyk Langford
  Larsson Lindqvist Lockhart Maddox Mahmoud Marchetti Mbeki McAllister Mendoza Merriweather Montague Nakamura Navarro Nguyen Novak Oakley
  Okafor Olsen Ortega Osborne Pacheco Park Patel Pemberton Petrova Quigley Rahman Ramsey Reyes Rosenthal Rutherford Sandoval Santoro Schaefer
  Shapiro Sinclair Sorensen Stanhope Sullivan Takahashi Talbot Thackeray Thornton Tran Underhill Valencia Vasquez Vaughn Villanueva Wakefield
  Whitaker Winslow Wojcik Yamada Yilmaz Zamora Zielinski`);
const givenNames = words(`
  Aaliyah Adrian Aisha Alejandra Amelia Andre Anita Beatriz Benjamin Bianca Caleb Camila Carlos Chloe Claire Daniel Darius Deepa Diego Elena Eli
  Emma Esther Ethan Fatima Felix Gabriela Grace Hannah Hassan Imani Isaac Ivy Jamal Jasmine Jonah Julia Kenji Leah Liam Lucia Malik Maria Mei
  Miles Nadia Naomi Nina Noah Olivia Omar Owen Priya Rachel Rafael Rosa Ruth Samuel Sara Sofia Tariq Teresa Theo Uma Victor Violet Wei Yasmin Zoe`);
const streets = words(`
  Alder Ashford Bayberry Beacon Belmont Birchwood Bluff Briar Brookfield Canal Carriage Cedar Chapel Charter College Commerce Coventry Dogwood
  Eastgate Elm Fairmont Fern Foxhall Garden Garnet Grove Hampton Harbor Hickory Highland Holly Juniper Kingsley Lakeshore Laurel Linden Locust
  Magnolia Main Maple Market Meadow Mill Mulberry Oak Orchard Park Pearl Pine Prospect Quarry Ridge River Rosewood Sage School Spring Spruce
  Station Sterling Summit Sycamore Thornhill Union Valley Vine Walnut Washington Willow Winding Windsor Woodland`);
const streetKinds = ['St', 'St', 'Ave', 'Ave', 'Rd', 'Blvd', 'Dr', 'Ln', 'Pkwy', 'Way'];

export const createPersonName = (random: SeededRandom): string =>
  `${random.pick(givenNames)} ${random.pick(surnames)}`;

/**
 * Returns a practice name. It usually is a surname, the city or a place name, followed by the
 * specialty.
 */
export function practiceName(random: SeededRandom, type: PracticeTypeModel, city: string): string {
  const suffix = random.pick(type.suffixes);
  const draw = random.next();
  if (draw < 0.3) return `${random.pick(surnames)} ${suffix}`;
  if (draw < 0.38) return `${random.pick(surnames)} & ${random.pick(surnames)} ${suffix}`;
  if (draw < 0.5) return `${city} ${suffix}`;
  if (draw < 0.53) return `Dr. ${random.pick(givenNames)} ${random.pick(surnames)}, ${suffix}`;
  if (draw < 0.62) return `${random.pick(places)} ${suffix} of ${city}`;
  return `${random.pick(places)} ${suffix}`;
}

/**
 * Returns the name of a group of many locations. Such a name contains neither a surname nor a city.
 */
export const createGroupName = (random: SeededRandom, type: PracticeTypeModel): string =>
  `${random.pick(places)} ${random.pick(type.suffixes)} ${random.pick(['Partners', 'Group', 'Alliance', 'Network', 'Associates'])}`;

export function streetAddress(random: SeededRandom): string {
  const street = `${random.integer(11, 9899)} ${random.pick(streets)} ${random.pick(streetKinds)}`;
  return random.chance(0.35)
    ? `${street}, Suite ${random.pick([random.integer(1, 30) * 10, random.integer(100, 420)])}`
    : street;
}

/** Returns lowercase words joined by hyphens, for web addresses. The result is never empty. */
export function webAddressSlug(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug === '' ? 'practice' : slug;
}
