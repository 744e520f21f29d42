import { Autocomplete, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMapSearch } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorMessage } from '#shared/core/error-message.ts';
import { type CityOrZip, placeSearchLimits } from '#shared/map/places.ts';
import { mapPlacesQuery } from '../data.ts';
import styles from '../map.module.css';

/** Debounce delay in milliseconds before a search. */
const debounceDelay = 120;

interface Properties {
  label?: string;
  onGo: (place: CityOrZip) => void;
}

/**
 * Search field for a city or ZIP code. Enter selects the highlighted suggestion, or the first one.
 */
export function PlaceSearch({ label = 'Go to a city or ZIP', onGo }: Properties) {
  const [text, setText] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const [debounced] = useDebouncedValue(text.trim(), debounceDelay);
  const client = useQueryClient();
  const isLongEnough = (query: string) =>
    query.length >= placeSearchLimits.shortestQuery &&
    query.length <= placeSearchLimits.longestQuery;
  const { data } = useQuery({ ...mapPlacesQuery(debounced), enabled: isLongEnough(debounced) });
  const places = isLongEnough(debounced) && data ? data.places : [];

  const go = (place: CityOrZip) => {
    setText(place.name);
    setMissing(null);
    onGo(place);
  };
  const goToFirst = async (event: FormEvent) => {
    event.preventDefault();
    const query = text.trim();
    if (!isLongEnough(query)) return;
    try {
      const [first] = (await client.fetchQuery(mapPlacesQuery(query))).places;
      if (first) go(first);
      else setMissing(`No city or ZIP code starts with “${query}”.`);
    } catch (error) {
      setMissing(`Couldn’t load cities: ${errorMessage(error)}`);
    }
  };
  return (
    <form
      className={styles.place}
      onSubmit={(event) => void goToFirst(event)}
      data-guide="map-place"
    >
      <Autocomplete
        aria-label={label}
        placeholder={label}
        leftSection={<IconMapSearch size={16} aria-hidden />}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear place' }}
        maxLength={placeSearchLimits.longestQuery}
        value={text}
        data={places.map(({ name }) => name)}
        filter={({ options }) => options}
        maxDropdownHeight={300}
        comboboxProps={{ zIndex: 30 }}
        onChange={(value) => {
          setText(value);
          setMissing(null);
        }}
        onOptionSubmit={(name) => {
          const place = places.find((each) => each.name === name);
          if (place) go(place);
        }}
      />
      {missing && (
        <Text size="sm" role="status" className={styles.strip}>
          {missing}
        </Text>
      )}
    </form>
  );
}
