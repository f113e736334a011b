-- The tables of a store that load.py or job.py made, for DuckDB. Set the variable `store` first;
-- views.sql then makes views of them:
--
--     SET VARIABLE store = 'STORE';
--     .read tables.sql
--     .read views.sql
--
-- A table has the columns that `bletrace schema --rows` states, and date, the day of the capture.

-- The parts that are complete now; store.py says what a part is. Files of others are left out.
CREATE OR REPLACE TABLE parts AS
  SELECT min(part) AS part
  FROM (
    SELECT parse_filename(file, true) AS part FROM glob(getvariable('store') || '/_batches/*.json')
  )
  GROUP BY split_part(part, '-', 1)
  UNION ALL SELECT 'empty';

CREATE OR REPLACE MACRO all_rows_of(name) AS TABLE
  SELECT found.* EXCLUDE (filename), parts.part
  FROM read_parquet(
    getvariable('store') || '/' || name || '/*/*.parquet', filename = true,
    hive_partitioning = true, hive_types = {'date': VARCHAR}, union_by_name = true) AS found
  JOIN parts ON parts.part = parse_filename(found.filename, true);

-- Captures that a second part holds, too, with that part.
CREATE OR REPLACE TABLE copies AS
  SELECT capture, unnest(list_sort(list(part))[2:]) AS part
  FROM all_rows_of('captures')
  GROUP BY capture
  HAVING count(*) > 1;

CREATE OR REPLACE MACRO rows_of(name) AS TABLE
  SELECT * EXCLUDE (part) FROM all_rows_of(name) ANTI JOIN copies USING (capture, part);

CREATE OR REPLACE VIEW captures AS FROM rows_of('captures');
CREATE OR REPLACE VIEW controllers AS FROM rows_of('controllers');
CREATE OR REPLACE VIEW advertisers AS FROM rows_of('advertisers');
CREATE OR REPLACE VIEW connection_failures AS FROM rows_of('connection_failures');
CREATE OR REPLACE VIEW connections AS FROM rows_of('connections');
CREATE OR REPLACE VIEW parameters AS FROM rows_of('parameters');
CREATE OR REPLACE VIEW parameter_requests AS FROM rows_of('parameter_requests');
CREATE OR REPLACE VIEW pairing AS FROM rows_of('pairing');
CREATE OR REPLACE VIEW phases AS FROM rows_of('phases');
CREATE OR REPLACE VIEW services AS FROM rows_of('services');
CREATE OR REPLACE VIEW att_errors AS FROM rows_of('att_errors');
CREATE OR REPLACE VIEW notifications AS FROM rows_of('notifications');
CREATE OR REPLACE VIEW writes AS FROM rows_of('writes');
CREATE OR REPLACE VIEW transfers AS FROM rows_of('transfers');
CREATE OR REPLACE VIEW runs AS FROM rows_of('runs');
CREATE OR REPLACE VIEW attempts AS FROM rows_of('attempts');
CREATE OR REPLACE VIEW endings AS FROM rows_of('endings');
CREATE OR REPLACE VIEW scans AS FROM rows_of('scans');
CREATE OR REPLACE VIEW dialogues AS FROM rows_of('dialogues');
CREATE OR REPLACE VIEW messages AS FROM rows_of('messages');
CREATE OR REPLACE VIEW gaps AS FROM rows_of('gaps');
CREATE OR REPLACE VIEW stalls AS FROM rows_of('stalls');
CREATE OR REPLACE VIEW "time" AS FROM rows_of('time');
CREATE OR REPLACE VIEW phys AS FROM rows_of('phys');
CREATE OR REPLACE VIEW data_lengths AS FROM rows_of('data_lengths');
CREATE OR REPLACE VIEW encryption AS FROM rows_of('encryption');
CREATE OR REPLACE VIEW channels AS FROM rows_of('channels');
CREATE OR REPLACE VIEW findings AS FROM rows_of('findings');
-- The same file may have been read twice.
CREATE OR REPLACE VIEW errors AS SELECT DISTINCT * FROM rows_of('errors');

-- The value in the middle of a bucket of a sketch.
CREATE OR REPLACE MACRO bucket_middle(key) AS
  CASE WHEN key < 128 THEN key::DOUBLE
  ELSE (64 + (key - 128) % 64 + 0.5) * pow(2, (key - 128) // 64 + 1) END;

-- The buckets of a distribution of each connection, a row each.
CREATE OR REPLACE VIEW latencies_held AS
  SELECT capture, id, unnest(att_transactions_latency_remote_us_sketch_keys) AS key,
    unnest(att_transactions_latency_remote_us_sketch_counts) AS held
  FROM connections;
