import dataclasses
from pathlib import Path

import pytest

from pisyedili.service.config import OPTIONS, Config, InvalidConfig, LogFormat, load
from pisyedili.service.limits import Limits
from tests.service.process import failed_start


def test_nothing_said_means_the_defaults() -> None:
    assert load([], {"HOME": "/"}) == Config()


def test_every_field_has_a_flag_and_a_variable() -> None:
    fields = {field.name for kind in (Config, Limits) for field in dataclasses.fields(kind)}
    assert {option.name for option in OPTIONS} == fields - {"limits"}


def test_a_flag_wins_over_its_variable() -> None:
    environ = {"PISYEDILI_PORT": "1", "PISYEDILI_METRICS_PORT": "2", "PISYEDILI_MAX_MOVES": "3"}
    config = load(["--port", "4", "--log-format=json"], environ)
    assert (config.port, config.metrics_port, config.limits.moves) == (4, 2, 3)
    assert config.log_format is LogFormat.JSON


def test_a_folder_of_house_rules_has_to_be_there(tmp_path: Path) -> None:
    assert load(["--presets", str(tmp_path)], {}).presets == tmp_path
    with pytest.raises(InvalidConfig, match="--presets: expected a folder that exists"):
        load(["--presets", str(tmp_path / "none")], {})


def test_all_faults_are_told_together_with_expected_and_got() -> None:
    arguments = ["--port=70000", "--reflection", "--grace", "soon", "--prot=1"]
    environ = {
        "PISYEDILI_LOG_LEVEL": "loud",
        "PISYEDILI_MAX_JOKERS": "-1",
        "PISYEDILI_PROT": "1",
        "PISYEDILI_HOST": "",
    }
    with pytest.raises(InvalidConfig) as raised:
        load(arguments, environ)
    assert set(raised.value.faults) == {
        "'--prot=1': expected a flag that --help lists",
        "PISYEDILI_PROT: expected a variable named after a flag that --help lists",
        "PISYEDILI_HOST: expected an IP address or a host name, got ''",
        "--port: expected a whole number from 0 to 65535, got '70000'",
        "--reflection: expected true or false, got ''",
        "--grace: expected seconds from 0 to 86400, got 'soon'",
        "PISYEDILI_LOG_LEVEL: expected one of debug, info, warning, error, got 'loud'",
        "PISYEDILI_MAX_JOKERS: expected a whole number from 0 to 32, got '-1'",
    }


@pytest.mark.parametrize("text", ["nan", "inf", "-1", "1e9", ""])
def test_seconds_are_finite(text: str) -> None:
    with pytest.raises(InvalidConfig, match="expected seconds"):
        load([f"--grace={text}"], {})


@pytest.mark.parametrize("text", ["1_0", "+5", "٥", "9" * 5000, " 5", "5.0"])
def test_a_whole_number_is_written_in_digits(text: str) -> None:
    with pytest.raises(InvalidConfig, match="expected a whole number") as raised:
        load([f"--workers={text}"], {})
    assert len(str(raised.value)) < 200


def test_two_servers_want_two_ports() -> None:
    with pytest.raises(InvalidConfig, match="--metrics-port: expected another port"):
        load(["--port=5", "--metrics-port=5"], {})
    assert load(["--port=0", "--metrics-port=0"], {}).port == 0


def test_the_variables_of_a_kubernetes_service_are_told_apart() -> None:
    environ = {"PISYEDILI_SERVICE_HOST": "10.0.0.1", "PISYEDILI_PORT": "tcp://10.0.0.1:50051"}
    with pytest.raises(InvalidConfig, match="enableServiceLinks: false"):
        load([], environ)


def test_faulty_settings_end_the_process_with_2_and_name_each_fault() -> None:
    code, out, err = failed_start("--port=x", "--workers=0", PISYEDILI_COLOUR="red")
    assert (code, out) == (2, "")
    assert [line.split(":")[1] for line in err.splitlines()] == [
        " PISYEDILI_COLOUR",
        " --port",
        " --workers",
    ]


def test_help_lists_every_flag() -> None:
    code, out, _ = failed_start("--help")
    assert code == 0
    assert all(option.flag in out for option in OPTIONS)
