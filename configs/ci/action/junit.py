"""Writes the result of `ebiri match` or `ebiri grade` as JUnit XML, and prints a sentence for each engine.

    python3 junit.py JUNIT.xml results/NAME/standings.json
    python3 junit.py JUNIT.xml GRADE.json EXPECTED EXIT-CODE      # of `ebiri grade --json --expect EXPECTED`
    python3 junit.py JUNIT.xml --error TEXT                       # nothing could be played

Exit code 1: an engine lost games by faults, a grade is not what was expected, or nothing could be played.
"""
import json
import sys
from xml.etree import ElementTree


def match_cases(standings):
    """Name, sentence and failure, or None, of a test case for each engine."""
    for engine in standings["engines"]:
        faults = [f"{count} by {cause}" for cause, count in engine["forfeits"].items() if count]
        yield (f"{engine['name']} plays without a fault",
               f"{engine['name']}: {engine['points']} points in {engine['games']} games",
               "lost games by faults: " + ", ".join(faults) if faults else None)


def grade_case(grade, expected, code):
    side = "below" if grade["elo"] < 0 else "above"
    sentence = (f"{grade['engine']} is {grade['grade']} of alphabeta in {grade['variant']}: {abs(grade['elo']):.0f} Elo {side} level 1 "
                f"(95 %: {grade['low']:.0f} to {grade['high']:.0f}), {grade['games']} games at {grade['limit']} a move")
    return f"{grade['engine']} has {expected}", sentence, None if code == "0" else f"expected {expected}; {sentence}"


def cases_of(source, *more):
    if source == "--error":
        return [("ebiri plays", *more, *more)]
    with open(source, encoding="utf-8") as file:
        found = json.load(file)
    return [grade_case(found, *more)] if "levels" in found else list(match_cases(found))


cases = cases_of(*sys.argv[2:])
failures = [failure for _, _, failure in cases if failure]
suite = ElementTree.Element("testsuite", name="ebiri", tests=str(len(cases)), failures=str(len(failures)))
for name, sentence, failure in cases:
    case = ElementTree.SubElement(suite, "testcase", classname="ebiri", name=name)
    ElementTree.SubElement(case, "system-out").text = sentence
    if failure:
        ElementTree.SubElement(case, "failure", message=failure)
        line = failure.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")  # the command ends with its line
        print(f"::error title={name}::{line}", file=sys.stderr)
    print(sentence)
ElementTree.ElementTree(suite).write(sys.argv[1], encoding="utf-8", xml_declaration=True)
sys.exit(1 if failures else 0)
