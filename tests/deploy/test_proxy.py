"""The proxy before engines that stay: JSON, the browser's gRPC, and plain gRPC."""

import json
import runpy
import struct
from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from google.api import annotations_pb2
from google.protobuf import json_format
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from pisyedili.client import Client
from pisyedili.service.server import PINGS_MS
from pisyedili.service.standard import OURS
from pisyedili.v1 import game_service_pb2 as games
from pisyedili.v1 import rules_service_pb2 as rules
from pisyedili.v1.game_service_pb2_grpc import GameServiceStub
from pisyedili.v1.moves_pb2 import SeatMove
from pisyedili.v1.state_pb2 import GAME_FORM_OPAQUE, Game
from tests.deploy.manifests import K8S, container, pod, ports, thing
from tests.deploy.matches import SEED, played_match
from tests.deploy.proxy import ARGUMENTS, Proxy, ask, bootstrap, descriptors, endpoints, filters
from tests.deploy.proxy import proxy as running_proxy
from tests.deploy.tools import PATIENCE, ROOT, tool
from tests.service.process import Running, begun, health, running, until

METHODS = {method.name: method for service in OURS for method in service.methods}
CREATE = "/pisyedili.v1.GameService/CreateGame"
ORIGIN = "https://oyun.example"


@pytest.fixture(scope="module")
def engines() -> Iterator[tuple[Running, Running]]:
    tool("envoy")
    with running() as one, running() as other:
        yield one, other


@pytest.fixture(scope="module")
def proxy(
    engines: tuple[Running, Running], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxy]:
    folder = tmp_path_factory.mktemp("proxy")
    with running_proxy(folder, *(engine.port for engine in engines)) as ready:
        yield ready


def dealt(**more: Any) -> games.CreateGameRequest:
    return games.CreateGameRequest(preset="simple", seats=2, game_id="one", seed=SEED, **more)


@pytest.fixture(scope="module")
def requests(engines: tuple[Running, Running]) -> dict[str, Message]:
    """A request for each method, by its name."""
    with Client(engines[0].address) as client:
        match = played_match(client)
        over = client.create_game("gamyun", 4, seed=SEED)
        while not over.round_over:
            over.play_default()
    with grpc.insecure_channel(engines[0].address) as channel:
        fresh = GameServiceStub(channel).CreateGame(dealt(include=games.Include(moves=True)))
    game, seat, move = fresh.game, fresh.legal.seat, fresh.legal.default_move
    one = games.ApplyMoveRequest(game=game, seat=seat, move=move)
    return {
        "ListPresets": rules.ListPresetsRequest(),
        "CheckRules": rules.CheckRulesRequest(preset="gamyun"),
        "DescribeRules": rules.DescribeRulesRequest(preset="gamyun"),
        "CompareRules": rules.CompareRulesRequest(
            a=rules.RuleSet(preset="simple"), b=rules.RuleSet(preset="gamyun")
        ),
        "CreateGame": dealt(),
        "ListMoves": games.ListMovesRequest(game=game, include_refused=True),
        "CheckMove": games.CheckMoveRequest(game=game, seat=seat, move=move),
        "ApplyMove": one,
        "ApplyMoves": games.ApplyMovesRequest(game=game, moves=[SeatMove(seat=seat, move=move)]),
        "BatchApply": games.BatchApplyRequest(items=[one, one]),
        "StartRound": games.StartRoundRequest(game=Game(opaque=over.state)),
        "ScoreGame": games.ScoreGameRequest(game=game),
        "ViewGame": games.ViewGameRequest(game=game, seat=seat),
        "ReplayRecord": games.ReplayRecordRequest(
            record=match.record(), expected=Game(opaque=match.state), form=GAME_FORM_OPAQUE
        ),
    }


def direct(engine: Running, method: Any, request: Message) -> Message | None:
    """Call an engine itself, and return its answer; None where it refuses."""
    answer = GetMessageClass(method.output_type)
    with grpc.insecure_channel(engine.address) as channel:
        call = channel.unary_unary(
            f"/{method.containing_service.full_name}/{method.name}",
            type(request).SerializeToString,
            answer.FromString,
        )
        try:
            return call(request, timeout=PATIENCE)
        except grpc.RpcError:
            return None


def over_http(proxy: Proxy, method: Any, request: Message) -> tuple[int, str]:
    """Call a method by the HTTP that the contract maps it to."""
    rule = method.GetOptions().Extensions[annotations_pb2.http]
    if rule.get:
        answer = ask(proxy.url + rule.get)
    else:
        body = json_format.MessageToJson(request).encode()
        answer = ask(proxy.url + rule.post, body=body, content_type="application/json")
    return answer.status, answer.body.decode()


@pytest.mark.parametrize("name", METHODS)
def test_json_says_what_grpc_says(
    name: str,
    engines: tuple[Running, Running],
    proxy: Proxy,
    requests: dict[str, Message],
) -> None:
    method = METHODS[name]
    request = requests.get(name) or GetMessageClass(method.input_type)()
    expected = direct(engines[0], method, request)
    status, text = over_http(proxy, method, request)
    if expected is None:
        assert name not in requests
        assert status == 400
        assert "ErrorInfo" in text
    else:
        assert status == 200
        assert json_format.Parse(text, GetMessageClass(method.output_type)()) == expected


def test_json_names_the_zeros_that_a_script_would_miss(proxy: Proxy) -> None:
    _, text = over_http(proxy, METHODS["CreateGame"], dealt(include=games.Include(moves=True)))
    answer = json.loads(text)
    assert answer["legal"]["ply"] == 0
    assert "seat" in answer["legal"]


def test_an_error_in_json_has_its_reason(proxy: Proxy) -> None:
    answer = ask(
        f"{proxy.url}/v1/games", body=b'{"preset": "nil"}', content_type="application/json"
    )
    error = json.loads(answer.body)
    assert (answer.status, error["code"]) == (400, grpc.StatusCode.INVALID_ARGUMENT.value[0])
    assert error["details"][0]["reason"] == "ERROR_REASON_UNKNOWN_PRESET"


@pytest.mark.parametrize("path", ["/", "/v1/nothing", "/v1/presets?nothing=1"])
def test_a_path_that_the_contract_has_not_is_no_call(path: str, proxy: Proxy) -> None:
    assert ask(proxy.url + path).status in {400, 404}


def framed(message: Message) -> bytes:
    body = message.SerializeToString()
    return struct.pack(">BI", 0, len(body)) + body


def frames(body: bytes) -> Iterator[tuple[int, bytes]]:
    while body:
        kind, size = struct.unpack(">BI", body[:5])
        yield kind, body[5 : 5 + size]
        body = body[5 + size :]


def from_browser(proxy: Proxy, request: Message) -> Any:
    return ask(
        proxy.url + CREATE,
        body=framed(request),
        content_type="application/grpc-web+proto",
        x_grpc_web="1",
        origin=ORIGIN,
    )


def test_a_browser_may_ask_before_it_calls(proxy: Proxy) -> None:
    answer = ask(
        proxy.url + CREATE,
        method="OPTIONS",
        origin=ORIGIN,
        access_control_request_method="POST",
        access_control_request_headers="content-type,x-grpc-web,grpc-timeout",
    )
    assert answer.status == 200
    assert answer.headers["access-control-allow-origin"] == ORIGIN
    assert "POST" in answer.headers["access-control-allow-methods"]
    allowed = answer.headers["access-control-allow-headers"]
    assert {"content-type", "x-grpc-web", "grpc-timeout"} <= set(allowed.split(", "))
    assert "access-control-allow-credentials" not in answer.headers


def test_a_browser_gets_a_game(engines: tuple[Running, Running], proxy: Proxy) -> None:
    answer = from_browser(proxy, dealt())
    assert answer.headers["content-type"] == "application/grpc-web+proto"
    assert answer.headers["access-control-allow-origin"] == ORIGIN
    (kind, message), (end, trailers) = frames(answer.body)
    assert (kind, end) == (0, 0x80)
    expected = direct(engines[0], METHODS["CreateGame"], dealt())
    assert games.CreateGameResponse.FromString(message) == expected
    assert b"grpc-status:0\r\n" in trailers


def test_a_browser_is_told_why_not(proxy: Proxy) -> None:
    answer = from_browser(proxy, games.CreateGameRequest(preset="nil"))
    exposed = answer.headers["access-control-expose-headers"].split(", ")
    told = dict(answer.headers)
    for _, trailers in frames(answer.body):
        told |= dict(line.split(":", 1) for line in trailers.decode().splitlines())
    assert told["grpc-status"] == "3"
    assert {"grpc-status", "grpc-message", "grpc-status-details-bin"} <= set(exposed) & set(told)


def test_a_client_plays_through_the_proxy_by_turns(
    engines: tuple[Running, Running], proxy: Proxy
) -> None:
    paths = [f"/pisyedili.v1.GameService/{name}" for name in ("ListMoves", "ApplyMove")]

    def counts() -> list[float]:
        return [sum(begun(engine, path) for path in paths) for engine in engines]

    before = counts()
    with Client(proxy.address) as client:
        game = played_match(client)
        assert client.verify(game.record(), game.state)
    one, other = (now - then for now, then in zip(counts(), before, strict=True))
    assert one + other == 2 * game.ply
    assert abs(one - other) <= 2


def test_clients_stop_asking_for_the_health_of_one_engine(proxy: Proxy) -> None:
    with grpc.insecure_channel(proxy.address) as channel, pytest.raises(grpc.RpcError) as caught:
        health(channel)
    assert caught.value.code() == grpc.StatusCode.UNIMPLEMENTED


def test_a_call_keeps_its_id(engines: tuple[Running, Running], proxy: Proxy) -> None:
    ask(f"{proxy.url}/v1/presets", x_request_id="mine")

    def seen() -> list[str]:
        calls = (line for engine in engines for line in engine.calls(request_id="mine"))
        return [line["method"] for line in calls]

    until(lambda: seen() != [])
    assert seen() == ["/pisyedili.v1.RulesService/ListPresets"]


def test_the_operators_port_shows_readiness_and_metrics_and_no_more(proxy: Proxy) -> None:
    url = f"http://{proxy.operations}"
    assert ask(f"{url}/ready").status == 200
    assert b"envoy_cluster_upstream_rq" in ask(f"{url}/metrics").body
    for path in ("/", "/quitquitquit", "/config_dump", "/ready/../quitquitquit"):
        assert ask(url + path, body=b"").status == 404


def test_the_proxy_reads_the_contract_of_this_tree() -> None:
    script = runpy.run_path(str(ROOT / "tools" / "descriptors.py"))
    assert script["PATH"].read_bytes() == script["descriptor_set"](), "make proto writes it anew"


def test_the_proxy_asks_engines_whether_they_live_as_often_as_they_bear() -> None:
    engines = bootstrap()["static_resources"]["clusters"][0]
    (options,) = engines["typed_extension_protocol_options"].values()
    pings = options["explicit_http_config"]["http2_protocol_options"]["connection_keepalive"]
    assert float(pings["interval"].removesuffix("s")) * 1000 >= PINGS_MS


def test_the_configuration_and_the_manifests_mean_the_same() -> None:
    assert descriptors() == (K8S / "components" / "envoy" / "pisyedili.pb").read_bytes()
    template = pod("production", "pisyedili-envoy")
    config = bootstrap()["static_resources"]
    listening = {
        listener["name"]: listener["address"]["socket_address"]["port_value"]
        for listener in config["listeners"]
    }
    assert listening == ports(template)
    (engine,) = endpoints(config["clusters"][0])
    address = engine["address"]["socket_address"]
    service = thing("production", "Service", address["address"])["spec"]
    assert service["clusterIP"] == "None"
    assert address["port_value"] in {port["port"] for port in service["ports"]}
    (transcoder,) = (item for item in filters(bootstrap()) if "proto_descriptor" in item)
    (mount,) = container(template)["volumeMounts"]
    files = {f"{mount['mountPath']}/{name}" for name in ("envoy.yaml", "pisyedili.pb")}
    arguments = container(template)["args"]
    assert {
        transcoder["proto_descriptor"],
        arguments[arguments.index("--config-path") + 1],
    } == files
    assert set(transcoder["services"]) == {service.full_name for service in OURS}
    assert {flag for flag in arguments if flag.startswith("--")} <= {"--config-path", *ARGUMENTS}
