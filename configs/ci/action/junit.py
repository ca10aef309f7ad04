"""Writes the standings of a run as JUnit XML: a test case for each engine, which fails if the engine lost games by faults.

    python3 junit.py results/NAME/standings.json > junit.xml

Exit code 1: an engine lost games by faults.
"""
import json
import sys
from xml.etree import ElementTree

with open(sys.argv[1], encoding="utf-8") as file:
    standings = json.load(file)
name, engines = standings["run"]["name"], standings["engines"]
suite = ElementTree.Element("testsuite", name=name, tests=str(len(engines)))
failures = 0
for engine in engines:
    case = ElementTree.SubElement(suite, "testcase", classname=name, name=f"{engine['name']} plays without a fault")
    ElementTree.SubElement(case, "system-out").text = f"{engine['points']} points in {engine['games']} games"
    faults = [f"{count} by {cause}" for cause, count in engine["forfeits"].items() if count]
    if faults:
        failures += 1
        message = "lost games by faults: " + ", ".join(faults)
        print(f"::error title={engine['name']}::{message}; see report.html", file=sys.stderr)
        ElementTree.SubElement(case, "failure", message=message)
suite.set("failures", str(failures))
ElementTree.ElementTree(suite).write(sys.stdout.buffer, encoding="utf-8", xml_declaration=True)
sys.exit(1 if failures else 0)
