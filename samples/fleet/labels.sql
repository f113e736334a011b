-- Captures by the build and the model that a list of labels gives them: for DuckDB (compare.py) and
-- for Spark (spark_views.py --labels), which both make the table `labels` of a file with a line
-- `prefix,build,model` for each folder of captures. A capture has the build and the model of the
-- longest prefix that its path begins with. Logs themselves name neither.

CREATE OR REPLACE TEMPORARY VIEW labelled AS
  SELECT capture, max_by(build, length(prefix)) AS build, max_by(model, length(prefix)) AS model
  FROM captures
  JOIN labels ON left(path, length(prefix)) = prefix
  GROUP BY capture;

-- Each finding by model and build, of a phone or a device: in how many of its captures.
CREATE OR REPLACE TEMPORARY VIEW findings_by_model AS
  SELECT model, build, rule, severity, count(DISTINCT capture) AS captures,
    round(100.0 * count(DISTINCT capture) / any_value(all_captures), 1) AS percent
  FROM findings
  JOIN labelled USING (capture)
  JOIN (SELECT model, build, count(*) AS all_captures FROM labelled GROUP BY model, build)
    USING (model, build)
  GROUP BY model, build, rule, severity
  ORDER BY model, build, captures DESC, rule, severity;
