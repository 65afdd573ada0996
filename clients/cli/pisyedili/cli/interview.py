"""``pisyedili rules new``: asks what a table plays by, and writes what differs from a preset."""

import json
import sys
from typing import Any, Final

from rich.table import Table

from pisyedili.cli import options as opt
from pisyedili.cli.exits import ExitCode, Stop
from pisyedili.cli.questions import QUESTIONS, Question
from pisyedili.cli.rules import fault_lines
from pisyedili.cli.terminal import Terminal
from pisyedili.cli.texts import Texts
from pisyedili.engine.consistency import faults
from pisyedili.engine.preset import load_presets
from pisyedili.engine.rules import Rules
from pisyedili.engine.ruletext import shortest

FIRST: Final = "standard"
"""The preset whose answers are proposed as long as nothing tells others apart."""


def new(output: opt.NewFile = None, lang: opt.Lang = None) -> None:
    """Ask about a table's rules, each with the nearest preset's answer, and write a rule file."""
    terminal = Terminal(lang)
    text = Interview(terminal).hold()
    if output is None:
        terminal.out.file.write(text)
        return
    try:
        output.write_text(text, "utf-8")
    except OSError as error:
        reason = terminal.texts("error.no_file", file=output, message=error.strerror)
        raise Stop(ExitCode.USAGE, reason) from None
    terminal.complain([terminal.texts("new.written", file=output)])


class Interview:
    """The questions in turn, on standard error; an end of input takes what is proposed."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal: Final = terminal
        self._texts: Final[Texts] = terminal.texts
        self._known: Final = {
            name: preset.rulebook.rules for name, preset in load_presets().items()
        }
        self._answers: Final[list[tuple[Question, Any]]] = []
        self._ended = False

    def hold(self) -> str:
        """Return the rule file that the answers make."""
        self._terminal.err.print(self._texts("new.intro"))
        name = self._line(f"{self._texts('new.ask.name')} [{self._texts('new.name')}] > ")
        for question in QUESTIONS:
            if question.due(self._rules(self._nearest())):
                self._settle(question)
        base, lines = shortest(self._rules(self._nearest()), self._known)
        name = "".join(filter(str.isprintable, name)) or self._texts("new.name")
        said = json.dumps(name, ensure_ascii=False)
        header = f"about.name = {{ {self._texts.language} = {said} }}\n"
        extends = f'extends = "{base}"\n' if base else ""
        return extends + header + (f"\n{lines}" if lines else "")

    def _settle(self, question: Question) -> None:
        """Ask until the answer fits those before it, at some preset at least."""
        while True:
            self._answers.append((question, self._answer(question)))
            found = [(one.path, one.message) for one in faults(self._rules(self._nearest()))]
            if not found:
                return
            self._terminal.complain(fault_lines(self._texts("new.name"), found, self._texts))
            self._answers.pop()

    def _answer(self, question: Question) -> Any:
        """Return the value that a person chooses, or the proposed one."""
        near = self._nearest()
        proposed = question.get(self._rules(near))
        labels = list(question.choices)
        default = question.show(proposed)
        if labels:
            at = list(question.choices.values())
            default = str(at.index(proposed) + 1) if proposed in at else f"= {near}"
        choices = Table.grid(padding=(0, 2))
        for number, label in enumerate(labels, 1):
            choices.add_row("", str(number), self._texts(f"new.{question.key}.{label}"))
        self._terminal.complain(["", self._texts(f"new.ask.{question.key}")])
        if labels:
            self._terminal.err.print(choices)
        while True:
            line = self._line(f"[{default}] > ")
            if not line:
                return proposed
            try:
                return _chosen(question, line)
            except ValueError:
                self._terminal.complain([self._texts("new.wrong", answer=line)])

    def _line(self, prompt: str) -> str:
        """Return a line without its ends, nothing once the input has ended."""
        stream = self._terminal.err.file
        stream.write(prompt)
        stream.flush()
        line = "" if self._ended else sys.stdin.readline()
        self._ended = self._ended or not line
        if not line or not sys.stdin.isatty():
            stream.write(f"{line.strip()}\n")
        return line.strip()

    def _nearest(self) -> str:
        """Return the preset that agrees with most answers and takes them all, ``FIRST`` if tied."""

        def rank(name: str) -> tuple[bool, int, bool]:
            rules = self._known[name]
            agreed = sum(question.get(rules) == value for question, value in self._answers)
            return not faults(self._rules(name)), agreed, name == FIRST

        return max(self._known, key=rank)

    def _rules(self, base: str) -> Rules:
        """Return a preset's rules with all answers put into them."""
        rules = self._known[base]
        for question, value in self._answers:
            rules = question.put(rules, value)
        return rules


def _chosen(question: Question, line: str) -> Any:
    """Return the value of a number among choices, or of a text; ``ValueError`` if it has none."""
    if not question.choices:
        return question.read(line)
    values = list(question.choices.values())
    if not line.isascii() or not line.isdecimal() or not 1 <= int(line) <= len(values):
        raise ValueError(line)
    return values[int(line) - 1]
