const signs: readonly [RegExp, string][] = [
  [/orthodont|\bbraces\b|\bortho\b(?!p)/i, 'Orthodontics'],
  [/(pediatric|children'?s|kids).*(dent|smile)|pedodont/i, 'Pediatric Dentistry'],
  [/oral (and|&)? ?(maxillofacial|surg)|maxillofacial/i, 'Oral Surgery'],
  [/periodont|\bperio\b/i, 'Periodontics'],
  [/dermat|\bskin\b/i, 'Dermatology'],
  [/optomet|ophthal|\beyes?\b|eyecare|vision|optical/i, 'Optometry'],
  [/physical therap|physiother|\brehab/i, 'Physical Therapy'],
  [/dent(al|ist)|\bd\.?d\.?s\b|\bd\.?m\.?d\b|endodont|prosthodont|smiles?\b/i, 'General Dentistry'],
  [/hospital|medical c(en)?te?r|\bmedical center\b|infirmary/i, 'Hospital'],
  [
    /family (med|pract|health|care)|primary care|internal med|pediatric|medicine|physician|medical|\bm\.?d\b|\bdoctors?\b/i,
    'Family Medicine',
  ],
  [/clinic|health c(en)?te?r|urgent care|community health|health/i, 'Clinic'],
];

/** The practice type that a name gives away; null when it says nothing. Names are cut short in real files, so stems are looked for. */
export const typeFromName = (name: string): string | null => signs.find(([sign]) => sign.test(name))?.[1] ?? null;
