import type { ProductKey } from '#shared/core/products.ts';
import type { SeasonalWave, WeekdayPatternName } from './calendar.ts';

export interface PracticeTypeModel {
  name: string;
  /** Relative frequency among small customers (`weight`) and larger customers (`largerWeight`). */
  weight: number;
  largerWeight: number;
  ehrs: readonly string[];
  season: SeasonalWave;
  /** Usage of products relative to the average practice. */
  affinity: Partial<Record<ProductKey, number>>;
  /** Last words of practice names. */
  suffixes: readonly string[];
  /** Business type in the places directory. */
  businessType: string;
  description: string;
}

const dentalEhrs = [
  'Dentrix',
  'Dentrix',
  'Eaglesoft',
  'Eaglesoft',
  'Open Dental',
  'Open Dental',
  'Curve Dental',
  'Dentrix Ascend',
  'Carestream',
];
const medicalEhrs = [
  'athenahealth',
  'athenahealth',
  'eClinicalWorks',
  'eClinicalWorks',
  'NextGen',
  'DrChrono',
  'Epic',
];
const dentalSeason: SeasonalWave = { size: 0.05, peak: 40, halfSize: 0.06, halfPeak: 30 };

export const practiceTypeModels: readonly PracticeTypeModel[] = [
  {
    name: 'General Dentistry',
    weight: 40,
    largerWeight: 42,
    ehrs: dentalEhrs,
    season: dentalSeason,
    affinity: {},
    suffixes: [
      'Dental',
      'Family Dental',
      'Dental Care',
      'Dental Group',
      'Dentistry',
      'Family Dentistry',
      'Dental Arts',
      'Smiles',
      'Dental Studio',
    ],
    businessType: 'Dentist',
    description: 'a family dental practice',
  },
  {
    name: 'Orthodontics',
    weight: 9,
    largerWeight: 11,
    ehrs: ['Dolphin', 'Ortho2 Edge', 'Cloud 9', 'Dentrix', 'Open Dental'],
    season: { size: 0.07, peak: 190, halfSize: 0.03, halfPeak: 20 },
    affinity: { recalls: 0.35, reminders: 1.25, payments: 1.5, insurance: 0.6, waitlist: 0.7 },
    suffixes: ['Orthodontics', 'Orthodontic Studio', 'Braces', 'Orthodontic Specialists'],
    businessType: 'Orthodontist',
    description: 'an orthodontic practice',
  },
  {
    name: 'Pediatric Dentistry',
    weight: 9,
    largerWeight: 9,
    ehrs: ['Dentrix', 'Open Dental', 'Eaglesoft', 'Curve Dental'],
    season: { size: 0.12, peak: 200, halfSize: 0.05, halfPeak: 25 },
    affinity: { forms: 1.3, reminders: 1.15, payments: 0.7, recalls: 1.2 },
    suffixes: ['Pediatric Dentistry', "Children's Dentistry", 'Kids Dental', 'Pediatric Dental'],
    businessType: 'Pediatric dentist',
    description: 'a dental practice for children',
  },
  {
    name: 'Oral Surgery',
    weight: 6,
    largerWeight: 6,
    ehrs: ['Dentrix', 'WinOMS', 'Open Dental', 'Carestream'],
    season: { size: 0.08, peak: 180, halfSize: 0.04, halfPeak: 80 },
    affinity: {
      onlineBooking: 0.55,
      recalls: 0.2,
      payments: 2.2,
      forms: 1.2,
      insurance: 1.4,
      messaging: 0.8,
    },
    suffixes: ['Oral Surgery', 'Oral & Maxillofacial Surgery', 'Oral Surgery Associates'],
    businessType: 'Oral surgeon',
    description: 'an oral surgery practice',
  },
  {
    name: 'Periodontics',
    weight: 5,
    largerWeight: 3,
    ehrs: ['Dentrix', 'Eaglesoft', 'Open Dental'],
    season: dentalSeason,
    affinity: { onlineBooking: 0.6, payments: 1.6, recalls: 1.3, reviews: 0.8 },
    suffixes: ['Periodontics', 'Periodontics & Implants', 'Perio Specialists'],
    businessType: 'Periodontist',
    description: 'a periodontal practice',
  },
  {
    name: 'Family Medicine',
    weight: 10,
    largerWeight: 10,
    ehrs: medicalEhrs,
    season: { size: 0.12, peak: 15, halfSize: 0.03, halfPeak: 110 },
    affinity: {
      recalls: 0.7,
      payments: 0.5,
      forms: 1.35,
      messaging: 1.3,
      insurance: 1.3,
      waitlist: 0.8,
    },
    suffixes: [
      'Family Medicine',
      'Primary Care',
      'Family Practice',
      'Medical Group',
      'Family Health',
    ],
    businessType: 'Doctor',
    description: 'a family medicine practice',
  },
  {
    name: 'Dermatology',
    weight: 6,
    largerWeight: 6,
    ehrs: ['ModMed', 'ModMed', 'athenahealth', 'Nextech'],
    season: { size: 0.08, peak: 150, halfSize: 0.04, halfPeak: 120 },
    affinity: { onlineBooking: 1.3, waitlist: 1.8, payments: 1.3, recalls: 0.8 },
    suffixes: ['Dermatology', 'Skin Care Center', 'Dermatology Associates', 'Skin Clinic'],
    businessType: 'Dermatologist',
    description: 'a dermatology practice',
  },
  {
    name: 'Optometry',
    weight: 8,
    largerWeight: 6,
    ehrs: ['RevolutionEHR', 'Eyefinity', 'Crystal PM', 'athenahealth'],
    season: { size: 0.06, peak: 225, halfSize: 0.06, halfPeak: 175 },
    affinity: { onlineBooking: 1.2, recalls: 1.4, payments: 0.9, insurance: 1.5 },
    suffixes: ['Eye Care', 'Vision Center', 'Optometry', 'Family Eye Care', 'Vision Clinic'],
    businessType: 'Optometrist',
    description: 'an eye care practice',
  },
  {
    name: 'Physical Therapy',
    weight: 7,
    largerWeight: 7,
    ehrs: ['WebPT', 'WebPT', 'Prompt', 'Clinicient'],
    season: { size: 0.05, peak: 100, halfSize: 0.03, halfPeak: 90 },
    affinity: {
      onlineBooking: 0.8,
      reminders: 1.7,
      recalls: 0.25,
      payments: 0.45,
      forms: 0.8,
      waitlist: 1.2,
    },
    suffixes: ['Physical Therapy', 'Physical Therapy & Rehab', 'Sports Therapy', 'PT & Wellness'],
    businessType: 'Physical therapist',
    description: 'a physical therapy clinic',
  },
  {
    name: 'Clinic',
    weight: 0,
    largerWeight: 0,
    ehrs: medicalEhrs,
    season: { size: 0.1, peak: 15, halfSize: 0.03, halfPeak: 110 },
    affinity: {
      onlineBooking: 1.6,
      recalls: 0.8,
      payments: 0.6,
      forms: 2,
      messaging: 1.8,
      reminders: 2.2,
      reviews: 1.2,
      insurance: 2,
    },
    suffixes: ['Clinic'],
    businessType: 'Medical clinic',
    description: 'a medical clinic',
  },
  {
    name: 'Hospital',
    weight: 0,
    largerWeight: 0,
    ehrs: ['Epic'],
    season: { size: 0.08, peak: 15, halfSize: 0.02, halfPeak: 110 },
    affinity: {
      onlineBooking: 4,
      recalls: 2,
      waitlist: 3,
      payments: 5,
      forms: 6,
      messaging: 5,
      reminders: 8,
      reviews: 3,
      insurance: 6,
    },
    suffixes: ['Hospital'],
    businessType: 'Hospital',
    description: 'a hospital',
  },
];

export interface ProductUsageModel {
  /**
   * Usual usage per week and location, or per week and customer for reviews and insurance. Payments
   * are in dollars.
   */
  weekly: number;
  shape: WeekdayPatternName;
  /**
   * Share of customers that bought the product (`bought`), and share of the buyers that use it
   * (`adopted`), both 0–1.
   */
  bought: number;
  adopted: number;
  /** Standard deviation of the logarithm of usage, across customers. */
  spread: number;
  dispersion: number;
}

export const productUsageModels: Record<ProductKey, ProductUsageModel> = {
  onlineBooking: {
    weekly: 11.5,
    shape: 'patient',
    bought: 0.94,
    adopted: 0.97,
    spread: 0.42,
    dispersion: 25,
  },
  recalls: { weekly: 14, shape: 'desk', bought: 0.52, adopted: 0.92, spread: 0.5, dispersion: 15 },
  waitlist: { weekly: 3, shape: 'desk', bought: 0.36, adopted: 0.85, spread: 0.55, dispersion: 10 },
  forms: {
    weekly: 27,
    shape: 'patient',
    bought: 0.76,
    adopted: 0.95,
    spread: 0.42,
    dispersion: 30,
  },
  payments: {
    weekly: 2350,
    shape: 'patient',
    bought: 0.52,
    adopted: 0.92,
    spread: 0.5,
    dispersion: 12,
  },
  messaging: {
    weekly: 104,
    shape: 'desk',
    bought: 0.87,
    adopted: 0.97,
    spread: 0.43,
    dispersion: 30,
  },
  reminders: {
    weekly: 150,
    shape: 'desk',
    bought: 0.92,
    adopted: 0.985,
    spread: 0.34,
    dispersion: 60,
  },
  reviews: {
    weekly: 6.5,
    shape: 'desk',
    bought: 0.58,
    adopted: 0.93,
    spread: 0.45,
    dispersion: 12,
  },
  insurance: {
    weekly: 32,
    shape: 'desk',
    bought: 0.36,
    adopted: 0.93,
    spread: 0.4,
    dispersion: 20,
  },
};

const generic: PracticeTypeModel = {
  name: 'General Practice',
  weight: 0,
  largerWeight: 0,
  ehrs: medicalEhrs,
  season: dentalSeason,
  affinity: {},
  suffixes: ['Health'],
  businessType: 'Doctor',
  description: 'a health care practice',
};

/** Returns the model of a practice type. An unknown type gets the model of an average practice. */
export const findPracticeTypeModel = (name: string | null): PracticeTypeModel =>
  practiceTypeModels.find((type) => type.name === name) ?? generic;
