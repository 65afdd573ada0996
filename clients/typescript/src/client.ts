/** How the engine is reached: its calls, the channel's options, and what a failed call tells. */
import {
  create,
  fromBinary,
  toBinary,
  type DescMessage,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { anyUnpack } from "@bufbuild/protobuf/wkt";
import { Client, Metadata, credentials, status, type ChannelOptions, type ServiceError } from "@grpc/grpc-js";
import { ErrorInfoSchema, type ErrorInfo } from "../generated/google/rpc/error_details_pb.js";
import { StatusSchema } from "../generated/google/rpc/status_pb.js";
import { ErrorReason, ErrorReasonSchema } from "../generated/pisyedili/v1/errors_pb.js";

/** The milliseconds that a call may take, its retries included. */
const DEADLINE = 10_000;

/** Calls go round all servers; every call may be repeated, since the engine remembers nothing. */
const SERVICE_CONFIG = {
  loadBalancingConfig: [{ round_robin: {} }],
  methodConfig: [
    {
      name: [{}],
      retryPolicy: {
        maxAttempts: 5,
        initialBackoff: "0.1s",
        maxBackoff: "2s",
        backoffMultiplier: 3,
        retryableStatusCodes: ["UNAVAILABLE", "CANCELLED"],
      },
    },
  ],
};

const OPTIONS: ChannelOptions = {
  "grpc.service_config": JSON.stringify(SERVICE_CONFIG),
  "grpc.service_config_disable_resolution": 1,
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.max_reconnect_backoff_ms": 1_000,
  "grpc.keepalive_time_ms": 4_000,
  "grpc.keepalive_timeout_ms": 3_000,
  "grpc.keepalive_permit_without_calls": 1,
};

/** A call that failed. The message says what was expected and what came. */
export class PisYediliError extends Error {
  override readonly name = "PisYediliError";

  constructor(
    message: string,
    readonly code: status,
    readonly reason: ErrorReason,
    readonly facts: Readonly<Record<string, string>>,
  ) {
    super(message);
  }
}

/** A connection to the engine; `target` is a name of gRPC's, such as `dns:///pisyedili:50051`. */
export class Engine {
  readonly #client: Client;

  constructor(target: string) {
    this.#client = new Client(target, credentials.createInsecure(), OPTIONS);
  }

  /** Makes a call of the contract; throws `PisYediliError` where it fails. */
  call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
  ): Promise<MessageShape<O>> {
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(
        `/${method.parent.typeName}/${method.name}`,
        (message: MessageShape<I>) => Buffer.from(toBinary(method.input, message)),
        (bytes: Buffer) => fromBinary(method.output, bytes),
        create(method.input, request),
        new Metadata({ waitForReady: true }),
        { deadline: Date.now() + DEADLINE },
        (error, answer) => (answer ? resolve(answer) : reject(error ? readError(error) : undefined)),
      );
    });
  }

  close(): void {
    this.#client.close();
  }
}

function readError(error: ServiceError): PisYediliError {
  const info = errorInfo(error);
  const reason = ErrorReasonSchema.values.find((value) => value.name === info?.reason);
  return new PisYediliError(
    error.details,
    error.code,
    reason?.number ?? ErrorReason.UNSPECIFIED,
    info?.metadata ?? {},
  );
}

function errorInfo(error: ServiceError): ErrorInfo | undefined {
  const [bytes] = error.metadata.get("grpc-status-details-bin");
  if (!(bytes instanceof Buffer)) return undefined;
  const details = fromBinary(StatusSchema, bytes).details.map((any) => anyUnpack(any, ErrorInfoSchema));
  return details.find((info) => info?.domain === "pisyedili");
}
