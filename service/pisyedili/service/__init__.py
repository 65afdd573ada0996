"""The gRPC service: the only place where the contract and the engine meet."""
