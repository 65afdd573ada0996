/** How the engine is reached from a page, and what a failed call tells. */
import { ConnectError, createClient, type Client } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { ErrorInfoSchema } from "../generated/google/rpc/error_details_pb";
import { GameService } from "../generated/pisyedili/v1/game_service_pb";
import { RulesService } from "../generated/pisyedili/v1/rules_service_pb";

/** The milliseconds that a call may take; the proxy makes it again where an engine goes. */
const DEADLINE = 10_000;

export interface Engine {
  games: Client<typeof GameService>;
  rules: Client<typeof RulesService>;
}

export function connect(baseUrl: string): Engine {
  const transport = createGrpcWebTransport({ baseUrl, defaultTimeoutMs: DEADLINE });
  return { games: createClient(GameService, transport), rules: createClient(RulesService, transport) };
}

/** What to tell a player of a call that failed: why, in the words of the engine. */
export function refusalText(error: unknown): string {
  const failed = ConnectError.from(error);
  const info = failed.findDetails(ErrorInfoSchema).find(({ domain }) => domain === "pisyedili");
  if (!info) return `The engine cannot be asked: ${failed.rawMessage}.`;
  const reason = info.reason.replace("ERROR_REASON_", "").replaceAll("_", " ").toLowerCase();
  return `Not now (${reason}): ${failed.rawMessage}.`;
}
