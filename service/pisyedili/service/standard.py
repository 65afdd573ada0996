"""The standard services beside ours: whether we serve, and what our contract is."""

from collections.abc import Iterable, Mapping
from typing import Final

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2

from pisyedili.service.metrics import Method, ServiceDescriptor, methods_of
from pisyedili.v1 import game_service_pb2, rules_service_pb2

OURS: Final[tuple[ServiceDescriptor, ...]] = (
    rules_service_pb2.DESCRIPTOR.services_by_name["RulesService"],
    game_service_pb2.DESCRIPTOR.services_by_name["GameService"],
)
HEALTH: Final = health_pb2.DESCRIPTOR.services_by_name["Health"]
REFLECTION: Final = reflection_pb2.DESCRIPTOR.services_by_name["ServerReflection"]

_REFLECTION_NAMES: Final = ("grpc.reflection.v1.ServerReflection", REFLECTION.full_name)
"""Version 1 has the messages of its draft, field by field; tools ask for it first."""


def methods(*, reflects: bool) -> Mapping[str, Method]:
    """Return every method that is served, by its path."""
    served = [method for service in (*OURS, HEALTH) for method in methods_of(service)]
    if reflects:
        (inquiry,) = methods_of(REFLECTION)
        served += (Method(name, inquiry.name, inquiry.type) for name in _REFLECTION_NAMES)
    return {f"/{method.service}/{method.name}": method for method in served}


def health_of(servers: Iterable[grpc.Server]) -> health.HealthServicer:
    """Let servers be asked whether we serve; we do not until `serving` says so."""
    servicer = health.HealthServicer()
    servicer.set(health.OVERALL_HEALTH, health_pb2.HealthCheckResponse.NOT_SERVING)
    for server in servers:
        health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    return servicer


def serving(servicer: health.HealthServicer) -> None:
    """Say that the server serves, as a whole and each service of ours."""
    for name in (health.OVERALL_HEALTH, *(service.full_name for service in OURS)):
        servicer.set(name, health_pb2.HealthCheckResponse.SERVING)


def add_reflection(server: grpc.Server) -> None:
    """Let a server be asked for its contract."""
    names = (*(service.full_name for service in (*OURS, HEALTH)), *_REFLECTION_NAMES)
    servicer = reflection.ReflectionServicer(names)
    handler = grpc.stream_stream_rpc_method_handler(
        servicer.ServerReflectionInfo,
        reflection_pb2.ServerReflectionRequest.FromString,
        reflection_pb2.ServerReflectionResponse.SerializeToString,
    )
    handlers = (
        grpc.method_handlers_generic_handler(name, {"ServerReflectionInfo": handler})
        for name in _REFLECTION_NAMES
    )
    server.add_generic_rpc_handlers(tuple(handlers))
