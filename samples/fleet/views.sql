-- Views for DuckDB over a store that load.py or job.py made. Set the variable `store` first:
--
--     duckdb -cmd "SET VARIABLE store = 'STORE'" -init views.sql
--
-- A view has the columns of its table (bletrace schema --rows) and date, the day of the capture.

-- Captures that a second batch holds, too.
CREATE OR REPLACE TABLE copies AS
  SELECT capture, batch
  FROM read_json(getvariable('store') || '/_copies.json',
    columns = {'capture': 'VARCHAR', 'batch': 'VARCHAR'});

-- The parts that are complete now; store.py says what a part is. Files of others are left out.
CREATE OR REPLACE TABLE parts AS
  SELECT min(part) AS part
  FROM (
    SELECT parse_filename(file, true) AS part FROM glob(getvariable('store') || '/_batches/*.json')
  )
  GROUP BY split_part(part, '-', 1)
  UNION ALL SELECT 'empty';

CREATE OR REPLACE MACRO rows_of(name) AS TABLE
  SELECT all_rows.* EXCLUDE (filename)
  FROM read_parquet(
    getvariable('store') || '/' || name || '/*/*.parquet', filename = true,
    hive_partitioning = true, hive_types = {'date': VARCHAR}, union_by_name = true) AS all_rows
  SEMI JOIN parts ON parts.part = parse_filename(all_rows.filename, true)
  ANTI JOIN copies
    ON copies.capture = all_rows.capture
    AND copies.batch = split_part(parse_filename(all_rows.filename, true), '-', 1);

CREATE OR REPLACE VIEW captures AS FROM rows_of('captures');
CREATE OR REPLACE VIEW controllers AS FROM rows_of('controllers');
CREATE OR REPLACE VIEW connections AS FROM rows_of('connections');
CREATE OR REPLACE VIEW parameters AS FROM rows_of('parameters');
CREATE OR REPLACE VIEW notifications AS FROM rows_of('notifications');
CREATE OR REPLACE VIEW transfers AS FROM rows_of('transfers');
CREATE OR REPLACE VIEW runs AS FROM rows_of('runs');
CREATE OR REPLACE VIEW findings AS FROM rows_of('findings');
CREATE OR REPLACE VIEW errors AS FROM rows_of('errors');

-- The value in the middle of a bucket of a sketch.
CREATE OR REPLACE MACRO bucket_middle(key) AS
  CASE WHEN key < 128 THEN key::DOUBLE
  ELSE (64 + (key - 128) % 64 + 0.5) * pow(2, (key - 128) // 64 + 1) END;

-- Who a connection was with, and by what: the name, else the company, else the address.
CREATE OR REPLACE VIEW links AS
  SELECT connections.*, connections.capture || '/' || connections.id AS link,
    coalesce(peer_name, peer_manufacturer, peer_address, 'unknown') AS device,
    coalesce(controllers.manufacturer, 'unknown') AS phone
  FROM connections
  LEFT JOIN controllers
    ON controllers.capture = connections.capture AND controllers."index" = connections.controller;

-- Q1: the devices with the most findings, and which.
CREATE OR REPLACE VIEW worst_devices AS
  SELECT device, count(DISTINCT link) AS connections,
    count(*) FILTER (severity = 'error') AS errors,
    count(*) FILTER (severity = 'warning') AS warnings,
    arg_max(rule, (held, rule)) FILTER (severity IN ('error', 'warning')) AS most_often
  FROM (
    SELECT device, link, rule, severity, count(*) OVER (PARTITION BY device, rule) AS held
    FROM links
    LEFT JOIN findings
      ON findings.capture = links.capture AND findings.connection = links.id
  )
  GROUP BY device
  ORDER BY errors DESC, warnings DESC, device;

-- Q2: each finding by the maker of the logging controller: in how many of its captures.
CREATE OR REPLACE VIEW findings_by_phone AS
  SELECT phone, rule, any_value(severity) AS severity,
    count(DISTINCT findings.capture) AS captures,
    round(100.0 * count(DISTINCT findings.capture) / any_value(all_captures), 1) AS percent
  FROM findings
  JOIN (SELECT DISTINCT capture, coalesce(manufacturer, 'unknown') AS phone FROM controllers)
    USING (capture)
  JOIN (
    SELECT coalesce(manufacturer, 'unknown') AS phone, count(DISTINCT capture) AS all_captures
    FROM controllers GROUP BY 1
  ) USING (phone)
  GROUP BY phone, rule
  ORDER BY phone, captures DESC, rule;

-- Q3: what bulk data reached, by connection interval and MTU. The interval is the last one before
-- the run began.
CREATE OR REPLACE VIEW rates AS
  SELECT interval_us, mtu_effective AS mtu, runs.kind, count(*) AS runs,
    sum(bytes) AS bytes,
    round(median(runs.throughput_bytes_per_s)) AS median_bytes_per_s,
    round(quantile_cont(runs.throughput_bytes_per_s, 0.95)) AS p95_bytes_per_s,
    round(median(runs.throughput_bytes_per_s / nullif(ceiling_possible_bytes_per_s, 0)), 3)
      AS share_of_possible
  FROM runs
  JOIN connections
    ON connections.capture = runs.capture AND connections.id = runs.connection
  LEFT JOIN LATERAL (
    SELECT interval_us FROM parameters
    WHERE parameters.capture = runs.capture AND parameters.connection = runs.connection
      AND parameters.frame <= runs.first_frame
    ORDER BY parameters.frame DESC LIMIT 1
  ) ON true
  GROUP BY ALL
  ORDER BY bytes DESC, interval_us, mtu, kind;

-- Q4: how long requests took to be answered, over all captures: sketches, merged.
CREATE OR REPLACE VIEW latency_buckets AS
  SELECT device, key, sum(held)::BIGINT AS count
  FROM (
    SELECT device, unnest(att_transactions_latency_us_sketch_keys) AS key,
      unnest(att_transactions_latency_us_sketch_counts) AS held
    FROM links
  )
  GROUP BY device, key;

CREATE OR REPLACE VIEW latencies AS
  SELECT device, max(total)::BIGINT AS requests,
    min(bucket_middle(key)) FILTER (upto >= ceil(total * 0.50)) AS p50_us,
    min(bucket_middle(key)) FILTER (upto >= ceil(total * 0.95)) AS p95_us,
    min(bucket_middle(key)) FILTER (upto >= ceil(total * 0.99)) AS p99_us
  FROM (
    SELECT device, key, sum(count) OVER (PARTITION BY device ORDER BY key) AS upto,
      sum(count) OVER (PARTITION BY device) AS total
    FROM latency_buckets
  )
  GROUP BY device
  ORDER BY p95_us DESC, device;

-- Q5: how connections ended.
CREATE OR REPLACE VIEW ends AS
  SELECT device, coalesce(disconnect_name, 'not in the capture') AS ended, count(*) AS connections
  FROM links
  GROUP BY ALL
  ORDER BY device, connections DESC, ended;

-- Q6: a day at a time.
CREATE OR REPLACE VIEW days AS
  SELECT date, count(*) AS captures, sum(records)::BIGINT AS records,
    count(*) FILTER (capture IN (SELECT capture FROM findings WHERE severity = 'error'))
      AS with_errors
  FROM captures
  GROUP BY date
  ORDER BY date;
