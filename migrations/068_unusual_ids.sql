-- Ids with characters outside of printable ASCII, which may be another spelling of a known id. There are few, so that an import reads them all.
create index institution_unusual_id on institution (external_source) where external_id ~ '[^ -~]';
create index location_unusual_id on location (external_source) where external_id ~ '[^ -~]';
